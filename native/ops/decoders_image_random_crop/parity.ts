// Cases of decoders.imageRandomCrop for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { ofPhotos } from '../../../tools/parity/decoders.js'
import { encoded, filesOf } from '../../../tools/parity/families.js'

const small = filesOf('formats', /^s4..\.jpg$/)

export default parity({
  tolerance: 0,
  // The window: its extents, and the colour of its first pixel, which depends on its position.
  distribution: ({ shape, data }) => ({ height: [shape[0]!], width: [shape[1]!], pixel: [Number(data[0])] }),
  drawnShapes: true,
  case: (d) => {
    const file = d.pick(small)
    const low = d.float(0.05, 0.9)
    const narrow = d.float(0.4, 1)
    return {
      inputs: [encoded(d.list(300, () => file))],
      args: {
        randomArea: d.maybe(() => [low, d.float(low, 1)]),
        randomAspectRatio: d.maybe(() => [narrow, d.float(narrow, 2)]),
        numAttempts: d.maybe(() => d.int(1, 12)),
      },
    }
  },
  ...ofPhotos(),
})
