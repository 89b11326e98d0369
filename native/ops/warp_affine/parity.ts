// Cases of warpAffine for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { isFloating, vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: (c) => (isFloating(c) ? { abs: 1e-3, rel: 1e-4, share: 0.002 } : { abs: 1, share: 0.002 }),
  toleranceText: 'integers 1, floats 1e-4 relative, on 99.8 %',
  case: (d) => {
    const layout = d.pick(['HWC', 'FHWC', 'DHWC'])
    const n = layout.includes('D') ? 3 : 2
    const dtype = d.pick(['uint8', 'int16', 'int32', 'float32'] as const)
    const matrix = () =>
      d
        .list(n * (n + 1), () => 0)
        .map((_, i) => {
          const [row, column] = [Math.floor(i / (n + 1)), i % (n + 1)]
          return column === n ? d.float(-8, 8) : row === column ? d.float(0.4, 2) : d.float(-0.6, 0.6)
        })
    const way = d.pick(['argument', 'per sample', 'input'])
    const input = d.given(d.list(d.batch, matrix), [n, n + 1])
    return {
      inputs: [
        d.images({ dtype, layout, least: 2, most: 24, smooth: true, values: [0, 250] }),
        ...(way === 'input' ? [input] : []),
      ],
      args: {
        ...(way === 'argument' && { matrix: matrix() }),
        inverseMap: d.maybe(() => d.bool()),
        size: d.chance(3) ? d.list(n, () => d.int(1, 20)) : undefined,
        fillValue: d.maybe(() => d.float(0, 200)),
        interpType: d.maybe(() => d.pick(['nn', 'linear'])),
        dtype: d.chance(4) ? 'float32' : undefined,
      },
      argInputs: way === 'per sample' ? { matrix: d.given(d.list(d.batch, matrix), [n, n + 1]) } : {},
    }
  },
  ...vga({ matrix: [1, 0.2, -20, 0.1, 1, 0], fillValue: 0 }),
})
