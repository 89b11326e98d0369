// Cases of boxEncoder for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { boxes, maybe } from '../../../test/gpu/lib/draws.mjs'

export default {
  samples: (r, b) => b.map(() => boxes(r, r.int(0, 40))),
  inputs: (r, _, samples) => [
    samples.map(({ shape: [count] }) => ({
      ...{ dtype: 'int32', layout: '', shape: [count] },
      data: Int32Array.from(r.list(count, () => r.int(1, 80))),
    })),
  ],
  outputs: 2,
  args: (r) => ({
    anchors: [...boxes(r, r.int(1, 500)).data],
    criteria: r.float(0, 0.7),
    ...maybe(r, { offset: true, scale: 300, stds: [0.1, 0.1, 0.2, 0.2] }),
  }),
}
