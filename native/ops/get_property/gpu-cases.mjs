// Cases of getProperty for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: [...numbers, 'bool'],
  layouts: any,
  exact: true,
  args: (r) => ({ key: r.pick(['layout', 'layout', 'source_info']) }),
}
