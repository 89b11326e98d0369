// DPT and Depth Anything: sides are multiples of ensure_multiple_of; keep_aspect_ratio takes the smaller change of both sides.

import type { Config } from '../config.js'
import { type Family, filter, half, usual } from '../family.js'
import { dptDepthEstimation } from '../post/depth.js'
import { semanticSegmentation } from '../post/semantic.js'
import type { Size, Window } from '../program.js'
import { over, round } from '../sizes.js'
import { cropped, exactSize, planes, resized } from '../steps.js'

function ruleOf(config: Config) {
  const size = exactSize(config.size)
  const multiple = config.ensure_multiple_of as number
  const near = (side: number) => {
    const made = round(side / multiple) * multiple
    return made < 0 ? Math.ceil(side / multiple) * multiple : made
  }
  return ({ height, width }: Size): Size => {
    let down = size.height / height
    let across = size.width / width
    if (config.keep_aspect_ratio) {
      if (Math.abs(1 - across) < Math.abs(1 - down)) down = across
      else across = down
    }
    return { height: near(down * height), width: near(across * width) }
  }
}

/** Zeros around the values, up to multiples of the divisor. */
const around =
  (divisor: number) =>
  (at: Size): Window => {
    const up = (side: number) => Math.ceil(side / divisor) * divisor
    const [height, width] = [up(at.height), up(at.width)]
    return { height, width, top: -over(height - at.height, 2) || 0, left: -over(width - at.width, 2) || 0 }
  }

export default {
  classes: [
    {
      name: 'DPT',
      defaults: {
        ...{ ...usual, ...half, size: { height: 384, width: 384 }, resample: filter.bicubic },
        ...{ ensure_multiple_of: 1, keep_aspect_ratio: false },
      },
      fields: {
        ...{ ensure_multiple_of: 'count', keep_aspect_ratio: 'bool', size_divisor: 'count' },
        ...{ do_reduce_labels: 'bool', reduce_labels: 'unused' },
      },
    },
  ],
  program(config) {
    const divisor = config.size_divisor as number | undefined
    // The class of Pillow's images does not crop.
    const crop = config.backend === 'pil' ? [] : cropped(config)
    return planes(config, [...resized(config, ruleOf), ...crop], {
      ...(config.do_pad && divisor && { border: around(divisor) }),
    })
  },
  // Maps are resized as images.
  maps: (config) => config,
  postProcess: () => ({ semanticSegmentation, depthEstimation: dptDepthEstimation }),
} satisfies Family
