// Cases of experimental.warpPerspective for `npm run parity`.
import { type Case, type Difference, parity } from '../../../tools/parity/cases.js'
import { isFloating, vga } from '../../../tools/parity/families.js'

/** Whether DALI's OpenCV rounds positions to 1/32 of a pixel: for int16, and for two channels, it has no newer loops. */
const coarse = ({ inputs }: Case) => {
  const { dtype, layout, samples } = inputs[0]!
  return dtype === 'int16' || (layout.endsWith('C') && samples[0]!.shape.at(-1) === 2)
}

const farCubic: Difference = {
  when: ({ args = {} }) => args.interpType === 'cubic' && /wrap|reflect/.test(`${args.borderMode}`),
  reason:
    "Under 'cubic' and a border that repeats the image, DALI's OpenCV reads other pixels at positions far outside; penstock repeats the image as under 'linear'.",
}

export default parity({
  differs: [farCubic],
  tolerance: (c) =>
    coarse(c)
      ? { abs: 12, share: 0.002 }
      : isFloating(c)
        ? { abs: 0.01, rel: 1e-3, share: 0.002 }
        : { abs: 1, share: 0.002 },
  toleranceText: 'integers 1, floats 1e-3 relative, on 99.8 %; 12 where OpenCV rounds positions to 1/32 of a pixel',
  case: (d) => {
    const layout = d.pick(['HWC', 'HWC', 'FHWC', 'CHW', 'FCHW', 'HW'])
    const dtype = d.pick(['uint8', 'uint16', 'int16', 'float32'] as const)
    // Limits that, together, put no position between two pixels, where its last bit decides.
    const slope = () => d.float(-0.4137, 0.3931)
    const scale = () => d.float(0.6173, 1.9871)
    const shift = () => d.float(-8.1713, 7.9193)
    const matrix = () => {
      const [a, b, c, e] = [scale(), slope(), slope(), scale()]
      return [a, b, shift(), c, e, shift(), d.float(-0.01017, 0.00993), d.float(-0.01013, 0.00987), 1]
    }
    const way = d.pick(['argument', 'per sample', 'input'])
    const input = d.given(d.list(d.batch, matrix), [3, 3])
    const channels = d.int(1, 4)
    const fills = layout.endsWith('C') && d.chance(3) ? channels : 1
    return {
      inputs: [
        d.images({ dtype, layout, least: 2, most: 24, smooth: true, values: [0, 250], channels: [channels] }),
        ...(way === 'input' ? [input] : []),
      ],
      args: {
        ...(way === 'argument' && { matrix: matrix() }),
        inverseMap: d.maybe(() => d.bool()),
        size: d.chance(3) ? d.list(2, () => d.int(1, 40)) : undefined,
        fillValue: d.maybe(() => d.list(fills, () => d.float(-20, 300))),
        interpType: d.maybe(() => d.pick(['nn', 'linear', 'cubic'])),
        borderMode: d.maybe(() => d.pick(['constant', 'replicate', 'reflect', 'reflect_101', 'wrap'])),
        pixelOrigin: d.maybe(() => d.pick(['corner', 'center'])),
      },
      argInputs: way === 'per sample' ? { matrix: d.given(d.list(d.batch, matrix), [3, 3]) } : {},
    }
  },
  ...vga({ matrix: [1, 0.2, -20, 0.1, 1, 0, 0.0002, 0.0001, 1], fillValue: [0] }),
})
