// Cases of decoders.imageSlice for `npm run parity`.
import { decoder, decoderArguments, drawFiles, isRisky } from '../../../tools/parity/decoders.js'

export default decoder(
  (d) => {
    const pair = (low: number, high: number) => () => d.list(2, () => d.float(low, high))
    const ints = (low: number, high: number) => () => d.list(2, () => d.int(low, high))
    const axes = d.pick([{}, { axisNames: 'HW' }, { axes: [0, 1] }])
    const way = d.pick(['inputs', 'relative', 'elements'])
    const args = { ...decoderArguments(d), ...axes }
    const risky = isRisky(args)
    if (way === 'inputs') {
      return {
        inputs: [drawFiles(d), d.given(d.list(d.batch, pair(0, 0.5))), d.given(d.list(d.batch, pair(0.1, 0.5)))],
        args,
        risky,
      }
    }
    const drawn =
      way === 'relative'
        ? d.arguments({ relStart: pair(0, 0.5), [d.pick(['relShape', 'relEnd'])]: pair(0.5, 1) })
        : d.arguments({ start: ints(0, 6), [d.pick(['shape', 'end'])]: ints(7, 12) }, ['start', 'shape', 'end'])
    return { inputs: [drawFiles(d)], args: { ...args, ...drawn.args }, argInputs: drawn.argInputs, risky }
  },
  { relStart: [0.2, 0.2], relShape: [0.5, 0.5] },
)
