// Cases of copy for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  case: (d) => ({ inputs: [d.images({ dtype: d.pick(dtypes) })], args: {} }),
})
