// Cases of bBoxRotate for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { labelledBoxes } from '../../kernels/boxes/parity.js'

export default parity({
  // Fractions of a canvas of some hundred pixels, which DALI computes in single precision, or pixels.
  tolerance: ({ args }) => (args?.bboxNormalized === false ? 1e-3 : 1e-5),
  toleranceText: '1e-05, pixels 0.001',
  differs: [
    {
      when: ({ args }) => args?.mode !== undefined && args.mode !== 'expand' && Number(args.angle) % 45 === 0,
      reason:
        'At odd multiples of 45 degrees rounding decides in DALI, box by box, whether a box that keeps its sides lies or stands; in penstock all boxes of an angle do the same.',
    },
  ],
  case: (d) => {
    const normalized = d.maybe(() => d.bool())
    const [height, width] = [d.int(20, 400), d.int(20, 400)]
    const sides = d.bool()
    const boxes = labelledBoxes(d, () => d.int(0, 6), {
      sides,
      ...(normalized === false && { extents: [width, height] as const }),
    })
    const canvas = d.pick(['whole', 'whole', 'kept', 'given'])
    return {
      inputs: d.bool() ? boxes : [boxes[0]],
      args: {
        angle: d.chance(5) ? 45 * d.int(-8, 8) : d.float(-400, 400),
        inputShape: [height, width],
        bboxLayout: sides ? 'xyWH' : d.maybe(() => 'xyXY'),
        bboxNormalized: normalized,
        mode: d.maybe(() => d.pick(['expand', 'halfway', 'fixed'])),
        removeThreshold: d.maybe(() => d.float(0, 0.9)),
        ...(canvas === 'kept' && { keepSize: true }),
        ...(canvas === 'given' && { size: [d.float(20, 400), d.float(20, 400)] }),
      },
    }
  },
  speed: (d) => ({
    inputs: labelledBoxes(d, () => 20, { samples: 256 }),
    args: { angle: 30, inputShape: [480, 640], keepSize: true },
  }),
})
