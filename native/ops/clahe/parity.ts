// Cases of clahe for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: 0,
  case: (d) => {
    const values = d.pick([undefined, [20, 90], [7, 7], [0, 1]] as const)
    return {
      inputs: [
        d.images({
          dtype: 'uint8',
          layout: 'HWC',
          most: 70,
          channels: [1, 3],
          smooth: d.bool(),
          ...(values && { values }),
        }),
      ],
      args: {
        clipLimit: d.pick([() => d.float(0, 5), () => d.float(5, 60), () => -1])(),
        tilesX: d.int(1, 9),
        tilesY: d.int(1, 9),
        lumaOnly: d.maybe(() => d.bool()),
        bins: d.chance(4) ? d.pick([64, 128, 256]) : undefined,
      },
    }
  },
  ...vga({ tilesX: 8, tilesY: 8, clipLimit: 2 }),
})
