// VitPose: the surroundings of each box, warped to the size of the model's input.
import { type Family, imagenet } from '../family.js'
import { poseEstimation } from '../post/pose.js'
import { exactSize, planes } from '../steps.js'
import { warped } from '../warp.js'

export default {
  classes: [
    {
      name: 'VitPose',
      defaults: {
        ...{ do_rescale: true, do_normalize: true, ...imagenet, size: { height: 256, width: 192 } },
        ...{ do_affine_transform: true, normalize_factor: 200 },
      },
      fields: { do_affine_transform: 'bool', normalize_factor: 'number' },
    },
  ],
  program: (config) => planes(config, []),
  crops(config) {
    if (!config.do_affine_transform) return undefined
    const size = exactSize(config.size)
    const { values } = planes(config, [])
    const table = 'table' in values ? values.table : undefined
    return (pixels, boxes) => ({ pixel_values: warped(pixels, boxes, size, config.normalize_factor as number, table) })
  },
  postProcess: () => ({ poseEstimation }),
} satisfies Family
