// Cases of experimental.warpPerspective for the tests that compare its CPU side with its GPU side: see
// test/gpu/lib/operators.mjs.
import { each, maybe } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: ['uint8', 'uint16', 'int16', 'float32'],
  layouts: ['HW', 'HWC', 'CHW', 'FHWC', 'FCHW'],
  args: (r, b) => {
    const scale = [0, 4, 8]
    const matrix = () =>
      r.list(9, (i) =>
        i === 8
          ? 1
          : i > 5
            ? r.float(-0.02, 0.02)
            : i % 3 === 2
              ? r.float(-9, 9)
              : r.float(-0.5, 0.5) + +scale.includes(i),
      )
    return {
      matrix: each(r, b, matrix),
      ...maybe(r, { inverseMap: r.coin() }),
      ...maybe(r, { interpType: r.pick(['nn', 'linear', 'cubic']) }),
      ...maybe(r, { borderMode: r.pick(['constant', 'replicate', 'reflect', 'reflect_101', 'wrap']) }),
      ...maybe(r, { pixelOrigin: r.pick(['corner', 'center']) }),
      ...maybe(r, { fillValue: [r.float(-50, 300)] }),
      ...maybe(r, { size: r.list(2, () => r.int(1, 40)) }),
    }
  },
}
