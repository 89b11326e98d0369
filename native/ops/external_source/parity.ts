// Cases of externalSource for `npm run parity`: what is given comes out.
import { fn, pipelineDef } from 'penstock-data'
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'
import { outcomeOf } from '../../../tools/parity/penstock.js'

export default parity({
  tolerance: 0,
  ours: ({ inputs }) =>
    outcomeOf(async () => {
      const { dtype, layout, samples } = inputs[0]!
      const source = () => samples.map((one) => ({ ...one, layout }))
      const define = pipelineDef({ batchSize: samples.length, numThreads: 1, prefetchQueueDepth: 1 }, () =>
        fn.externalSource({ source: source as never, dtype }),
      )
      await using pipe = define()
      const [list] = await pipe.run()
      const out = samples.map((_, i) => ({ shape: list!.shape(i), data: list!.at(i).copy().dataSync() }))
      return [{ dtype: list!.dtype, layout: list!.layout, samples: out as never }]
    }),
  case: (d) => {
    const layout = d.pick(['', 'HWC', 'X', 'FHWC'])
    const rank = layout.length || d.int(0, 5)
    return {
      inputs: [
        d.tensor({ dtype: d.pick(dtypes), layout, shape: () => d.list(rank, () => d.int(d.chance(20) ? 0 : 1, 6)) }),
      ],
    }
  },
})
