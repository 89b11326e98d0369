// Cases of debayer for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'

const dtypes = ['uint8', 'uint16'] as const

export default parity({
  tolerance: 0,
  case: (d) => {
    const layout = d.pick(['HW', 'HWC', 'FHW', 'FHWC'])
    const position = () => [d.int(0, 1), d.int(0, 1)]
    // Odd extents are refused, by both.
    const extent = () => (d.chance(30) ? d.int(1, 40) : 2 * d.int(1, 20))
    const shape = () => [...layout].map((axis) => (axis === 'C' ? 1 : axis === 'F' ? d.int(1, 3) : extent()))
    const constant = d.bool()
    return {
      inputs: [d.tensor({ dtype: d.pick(dtypes), layout, shape })],
      args: {
        algorithm: d.maybe(() => d.pick(['bilinear_ocv', 'edgeaware_ocv', 'gray_ocv'])),
        bluePosition: constant ? position() : undefined,
      },
      argInputs: { bluePosition: constant ? undefined : d.given(d.list(d.batch, position), [2], 'int32') },
    }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'uint8', layout: 'HW', shape: [1080, 1920], samples: 8, smooth: true })],
    args: { bluePosition: [0, 0] },
  }),
})
