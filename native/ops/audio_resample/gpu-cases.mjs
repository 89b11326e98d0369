// Cases of audioResample for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, maybe } from '../../../test/gpu/lib/draws.mjs'
import { soundDtypes, sounds } from '../../../test/gpu/lib/sounds.mjs'

export default {
  samples: (r, b) => sounds(r, b, r.pick(soundDtypes), r.pick([40, 900]), r.pick([{}, { columns: [r.int(1, 3)] }])),
  exact: true,
  args: (r, b) => ({
    ...r.pick([
      () => ({ scale: each(r, b, () => r.float(0.2, 4)) }),
      () => ({
        inRate: each(r, b, () => r.pick([8000, 16_000, 44_100])),
        outRate: each(r, b, () => r.pick([8000, 11_025, 22_050, 48_000])),
      }),
      () => ({ outLength: each(r, b, () => r.pick([0, 1, r.int(2, 3000)]), 'int32') }),
    ])(),
    ...maybe(r, { quality: r.float(0, 100) }),
    ...maybe(r, { dtype: r.pick(soundDtypes) }),
    ...(r.coin(0.3) && { antialias: true }),
  }),
}
