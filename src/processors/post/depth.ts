// Depth of each pixel at the target size.
import { entry, floats, floatsOf } from '../arrays.js'
import { bicubic } from './interpolate.js'
import { type PostProcess, targetSizes } from './post-process.js'

/** `squeezed`: axes of one pixel go, as the classes of DPT have it. */
const depthOf = (squeezed: boolean): PostProcess => ({
  ...{ outputs: ['predicted_depth'], options: { targetSizes: undefined } },
  run(outputs, options) {
    const depth = floatsOf(outputs.predicted_depth, 3, 'predicted_depth')
    return targetSizes(options, depth.dims[0]!).map((size, i) => {
      if (!size) return { predicted_depth: entry(depth, i) }
      const { data, dims } = bicubic(entry(depth, i), size)
      return { predicted_depth: floats(data, squeezed ? dims.filter((n) => n !== 1) : dims) }
    })
  },
})

export const depthEstimation = depthOf(false)
export const dptDepthEstimation = depthOf(true)
