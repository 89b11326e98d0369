// Cases of lookupTable for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: numbers.filter((d) => !d.startsWith('float')),
  layouts: any,
  exact: true,
  args: (r) => {
    const keys = r.list(r.int(0, 40), () => r.int(0, r.coin() ? 255 : 65535))
    const dtype = r.pick([...numbers, 'bool'])
    return { keys, values: keys.map(() => r.float(-300, 300)), defaultValue: r.float(-9, 9), dtype }
  },
}
