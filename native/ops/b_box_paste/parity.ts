// Cases of bBoxPaste for `npm run parity`.
import { parity, penstockRefuses } from '../../../tools/parity/cases.js'

export default parity({
  tolerance: { abs: 1e-6, rel: 1e-6 },
  differs: [
    penstockRefuses(
      /> 0 for ratio/,
      'A ratio of 0 or below gives boxes that are no numbers, or inside out, in DALI; penstock refuses it.',
    ),
  ],
  case: (d) => {
    const place = () => d.float(-0.2, 1.2)
    const { args, argInputs } = d.arguments({ pasteX: place, pasteY: place })
    const ratio = () => d.float(0.3, 5)
    const per = d.bool()
    return {
      inputs: [d.tensor({ dtype: 'float32', shape: () => [d.int(0, 9), 4], values: [0, 1] })],
      args: { ...args, ltrb: d.maybe(() => d.bool()), ...(!per && { ratio: d.chance(15) ? d.float(-2, 0) : ratio() }) },
      argInputs: { ...argInputs, ...(per && { ratio: d.perSample(ratio) }) },
    }
  },
  speed: (d) => ({ inputs: [d.tensor({ dtype: 'float32', shape: [100, 4], samples: 256 })], args: { ratio: 2 } }),
})
