// Cases of boxEncoder for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { labelledBoxes } from '../../kernels/boxes/parity.js'

export default parity({
  tolerance: { abs: 1e-5, rel: 1e-5 },
  case: (d) => {
    const [anchors] = labelledBoxes(d, () => d.int(1, 30), { samples: 1 })
    const four = (low: number, high: number) => d.maybe(() => d.list(4, () => d.float(low, high)))
    return {
      inputs: labelledBoxes(d, () => d.int(0, 9)),
      args: {
        anchors: [...(anchors.samples[0]!.data as Float32Array)],
        criteria: d.maybe(() => d.float(0, 1)),
        offset: d.maybe(() => d.bool()),
        scale: d.maybe(() => d.float(1, 300)),
        means: four(-1, 1),
        stds: four(0.1, 1),
      },
    }
  },
  speed: (d) => {
    const [anchors] = labelledBoxes(d, () => 8732, { samples: 1 })
    return {
      inputs: labelledBoxes(d, () => 8, { samples: 32 }),
      args: { anchors: [...(anchors.samples[0]!.data as Float32Array)], offset: true },
    }
  },
})
