// Cases of randomCropGenerator for `npm run parity`: many samples of one shape, so that they have one distribution.
import { daliRefuses, parity } from '../../../tools/parity/cases.js'

const integers = ['uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'] as const

export default parity({
  tolerance: 0,
  differs: [daliRefuses(/Got: uint64/, 'DALI refuses a shape of uint64; penstock takes all integers.')],
  distribution: ({ data }, _, __, output) => {
    const [first, second] = Array.from(data as Int32Array)
    return output ? { height: [first!], width: [second!] } : { top: [first!], left: [second!] }
  },
  case: (d) => {
    const extents = [d.int(d.chance(8) ? 0 : 1, d.bool() ? 12 : 250), d.int(1, d.bool() ? 12 : 250)]
    const low = d.float(0.05, 0.9)
    const narrow = d.float(0.4, 1)
    const dtype = d.pick(integers)
    const [sample] = d.given([d.bool() ? extents : [...extents, 3]], undefined, dtype).samples
    return {
      inputs: [{ dtype, layout: '', samples: Array(1000).fill(sample) }],
      args: {
        randomArea: d.maybe(() => [low, d.float(low, 1)]),
        randomAspectRatio: d.maybe(() => [narrow, d.float(narrow, 2)]),
        numAttempts: d.maybe(() => d.int(d.chance(20) ? 0 : 1, 12)),
      },
    }
  },
  speed: (d) => ({ inputs: [d.given(Array(256).fill([480, 640, 3]), undefined, 'int64')], args: {} }),
})
