// Cases of sphere for `npm run parity`.
import type { Difference } from '../../../tools/parity/cases.js'
import { displaced } from '../../../tools/parity/families.js'

const onePixel: Difference = {
  when: ({ inputs }) => inputs[0]!.samples.some(({ shape: [height, width] }) => height === 1 && width === 1),
  reason:
    'An image of one pixel has a radius of 0, by which DALI divides: it gives the fillValue. penstock gives the pixel.',
}

const family = displaced(() => ({}))
export default { ...family, differs: [...(family.differs ?? []), onePixel] }
