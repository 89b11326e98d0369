// Cases of gridMask for `npm run parity`.
import { moreDtypes, parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'
import { vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: 0,
  differs: [moreDtypes],
  case: (d) => {
    const { args, argInputs } = d.arguments(
      {
        tile: () => d.int(1, 40),
        ratio: () => d.float(0, 1),
        angle: () => d.float(-4, 4),
        shiftX: () => d.float(-60, 60),
        shiftY: () => d.float(-60, 60),
      },
      ['tile'],
    )
    const most = d.chance(8) ? 300 : 60
    return {
      inputs: [
        d.images({
          dtype: d.chance(6) ? d.pick(dtypes) : d.pick(['uint8', 'int16', 'int32', 'float32'] as const),
          most,
        }),
      ],
      args,
      argInputs,
    }
  },
  ...vga({ tile: 60, angle: 0.3 }),
})
