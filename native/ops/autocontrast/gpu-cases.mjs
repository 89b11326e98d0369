// Cases of autocontrast for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { colour, maybe } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: colour,
  layouts: ['HW', 'HWC', 'CHW', 'FHW', 'FHWC', 'FCHW'],
  args: (r) => maybe(r, { rounding: r.pick(['truncate', 'nearest']) }),
}
