// Cases of getProperty for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  case: (d) => ({
    inputs: [d.images({ dtype: d.pick(dtypes), layout: d.pick(['HWC', 'CHW', 'FHWC']) })],
    // Where a sample comes from is a text of its own in each library; the tests of readers compare it.
    args: { key: 'layout' },
  }),
})
