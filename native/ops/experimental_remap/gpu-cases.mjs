// Cases of experimental.remap for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { extent, maybe } from '../../../test/gpu/lib/draws.mjs'

/** Positions around the pixels of each sample; of a sequence, for all frames or for each, which `each` says. */
const positions = (r, b, letter, each) =>
  b.map((s) => {
    const [height, width] = [extent(s, 'H'), extent(s, 'W')]
    const shape = [...(each ? [extent(s, 'F')] : []), height, width]
    const count = shape.reduce((a, n) => a * n, 1)
    return {
      ...{ dtype: 'float32', layout: each ? 'FHW' : 'HW', shape },
      data: Float32Array.from(r.list(count, () => r.float(-2, extent(s, letter) + 2))),
    }
  })

export default {
  dtypes: ['uint8', 'uint16', 'int16', 'float32'],
  layouts: ['HWC', 'FHWC'],
  inputs: (r, b) => {
    const each = b[0].layout.includes('F') && r.coin()
    return [positions(r, b, 'W', each), positions(r, b, 'H', each)]
  },
  args: (r) => ({
    ...maybe(r, { interp: r.pick(['nn', 'linear', 'cubic']) }),
    ...maybe(r, { pixelOrigin: r.pick(['corner', 'center']) }),
  }),
}
