// Cases of filter for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { maybe, spatial } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: ['uint8', 'int8', 'uint16', 'int16', 'float16', 'float32'],
  layouts: ['HWC', 'CHW', 'HW', 'FHWC', 'FCHW', 'DHWC'],
  args: (r) => ({
    ...maybe(r, { border: r.pick(['reflect_101', 'reflect_1001', 'wrap', 'clamp', 'constant']) }),
    ...maybe(r, { anchor: 0 }),
    ...maybe(r, { dtype: 'float32' }),
  }),
  inputs: (r, batch) => {
    const n = spatial(batch[0].layout).length
    return [
      batch.map(() => {
        const shape = r.list(n, () => r.int(1, n > 2 ? 3 : 6))
        const data = r.list(
          shape.reduce((a, b) => a * b),
          () => (r.coin(0.2) ? 0 : r.float(-1, 1)),
        )
        return { dtype: 'float32', layout: '', shape, data: Float32Array.from(data) }
      }),
    ]
  },
}
