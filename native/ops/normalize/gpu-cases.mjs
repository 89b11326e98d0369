// Cases of normalize for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: numbers,
  layouts: any,
  args: (r, b) => ({
    ...r.pick([
      () => ({}),
      () => ({ axes: r.shuffled(b[0].shape.map((_, i) => i)).slice(0, r.int(1, b[0].shape.length)) }),
      // Over the whole batch: samples may differ along the reduced axes alone.
      () => ({ batch: true }),
      () => {
        const differs = (_, i) => b.some((s) => s.shape[i] !== b[0].shape[i])
        const axes = b[0].shape.map((_, i) => i).filter((_, i) => differs(_, i) || r.coin())
        return { batch: true, ...(axes.length && { axes }) }
      },
    ])(),
    ...maybe(r, { epsilon: 0.01 }),
    ...maybe(r, { scale: 40, shift: 100, dtype: r.pick(['uint8', 'float32', 'int16']) }),
    ...maybe(r, { mean: r.float(0, 100) }),
  }),
}
