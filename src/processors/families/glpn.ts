// GLPN: sides are cut down to multiples of size_divisor.
import { does, type Family, filter } from '../family.js'
import { depthEstimation } from '../post/depth.js'
import type { Size } from '../program.js'
import { planes, resized } from '../steps.js'

export default {
  classes: [
    {
      name: 'GLPN',
      defaults: { ...does('resize', 'rescale'), size_divisor: 32, resample: filter.bilinear },
      fields: { size_divisor: 'count' },
    },
  ],
  program(config) {
    const divisor = config.size_divisor as number
    const down = (side: number) => Math.floor(side / divisor) * divisor
    const rule = () => (at: Size) => ({ height: down(at.height), width: down(at.width) })
    return planes(config, resized(config, rule))
  },
  postProcess: () => ({ depthEstimation }),
} satisfies Family
