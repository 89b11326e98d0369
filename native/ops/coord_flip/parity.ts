// Cases of coordFlip for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'

const flips = ['flipX', 'flipY', 'flipZ']

export default parity({
  tolerance: 1e-6,
  case: (d) => {
    const columns = d.int(1, 3)
    const center = () => d.float(-1, 1)
    const flip = () => d.int(0, 1)
    return {
      inputs: [d.tensor({ dtype: 'float32', shape: () => [d.int(0, 9), columns], values: [-1, 2] })],
      ...d.arguments(
        { flipX: flip, flipY: flip, flipZ: flip, centerX: center, centerY: center, centerZ: center },
        flips,
      ),
    }
  },
  speed: (d) => ({ inputs: [d.tensor({ dtype: 'float32', shape: [1000, 2], samples: 256 })], args: { flipY: 1 } }),
})
