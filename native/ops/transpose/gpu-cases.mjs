// Cases of transpose for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: [...numbers, 'bool'],
  layouts: any,
  exact: true,
  args: (r, b) =>
    r.pick([
      () => ({}),
      () => ({ perm: r.shuffled(b[0].shape.map((_, i) => i)) }),
      () => ({ outputLayout: r.shuffled([...b[0].layout]).join('') }),
    ])(),
}
