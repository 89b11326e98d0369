// VitPose: the surroundings of each box, warped to the size of the model's input.
import { invalidInput } from '../../errors/factories.js'
import type { Config } from '../config.js'
import { type Family, imagenet } from '../family.js'
import { poseEstimation } from '../post/pose.js'
import { exactSize, planes } from '../steps.js'
import { warped } from '../warp.js'

/** The class on Pillow's images takes rows of lower images for channels. */
function checkHeight([height, width]: readonly number[], backend: Config['backend']): void {
  if (backend !== 'pil' || height! > 3) return
  throw invalidInput(`Expected an image more than 3 pixels high but received ${height} x ${width}`)
}

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
    return (pixels, boxes) => {
      for (const { dims } of pixels) checkHeight(dims, config.backend)
      return { pixel_values: warped(pixels, boxes, size, config.normalize_factor as number, table) }
    }
  },
  postProcess: () => ({ poseEstimation }),
} satisfies Family
