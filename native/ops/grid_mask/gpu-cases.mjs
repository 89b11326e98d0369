// Cases of gridMask for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, maybe, numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: [...numbers, 'bool'],
  layouts: ['HWC', 'CHW', 'HW', 'FHWC'],
  exact: true,
  args: (r, b) => ({
    tile: each(r, b, () => r.int(1, 40), 'int32'),
    ...maybe(r, { ratio: each(r, b, () => r.float(0, 1)) }),
    ...maybe(r, { angle: each(r, b, () => r.float(-4, 4)) }),
    ...maybe(r, { shiftX: each(r, b, () => r.float(-50, 50)), shiftY: each(r, b, () => r.float(-50, 50)) }),
  }),
}
