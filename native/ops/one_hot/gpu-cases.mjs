// Cases of oneHot for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: [...numbers, 'bool'],
  layouts: any.filter((layout) => layout.length < 6), // one dimension is added
  exact: true,
  args: (r, b) => ({
    numClasses: r.int(1, 5),
    ...maybe(r, { axis: r.int(-1, b[0].shape.length) }),
    ...maybe(r, { onValue: r.float(-9, 300), dtype: r.pick([...numbers, 'bool']) }),
  }),
}
