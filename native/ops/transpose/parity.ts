// Cases of transpose for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'
import { vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: 0,
  case: (d) => {
    const rank = d.int(1, 6)
    const layout = 'ABCDEF'.slice(0, rank)
    const perm = d.some(
      [...layout].map((_, i) => i),
      rank,
    )
    return {
      inputs: [
        d.tensor({
          dtype: d.pick(dtypes),
          layout: d.bool() ? layout : '',
          shape: () => d.list(rank, () => d.int(1, rank > 4 ? 5 : 12)),
        }),
      ],
      args: {
        perm: d.chance(4) ? undefined : perm,
        transposeLayout: d.maybe(() => d.bool()),
        outputLayout: d.chance(5) ? 'UVWXYZ'.slice(0, rank) : undefined,
      },
    }
  },
  ...vga({ perm: [2, 0, 1] }),
})
