// Cases of randomResizedCrop for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { vga } from '../../../tools/parity/families.js'

/** An image whose elements are their own row and column. */
function positions(height: number, width: number) {
  const data = new Uint16Array(2 * height * width)
  for (let i = 0; i < height * width; i++) data.set([Math.floor(i / width), i % width], 2 * i)
  return { shape: [height, width, 2], data }
}

export default parity({
  tolerance: 0,
  // Where the window, which became 2 x 2 pixels, lies, and how large it is.
  distribution: ({ data }) => ({
    top: [Number(data[0])],
    left: [Number(data[1])],
    height: [Number(data[4]) - Number(data[0])],
    width: [Number(data[3]) - Number(data[1])],
  }),
  case: (d) => {
    const sample = positions(d.int(20, 40), d.int(20, 40))
    const low = d.float(0.05, 0.9)
    const narrow = d.float(0.4, 1)
    return {
      inputs: [{ dtype: 'uint16', layout: 'HWC', samples: d.list(300, () => sample) }],
      args: {
        size: [2, 2],
        interpType: 'nn',
        antialias: false,
        randomArea: d.maybe(() => [low, d.float(low, 1)]),
        randomAspectRatio: d.maybe(() => [narrow, d.float(narrow, 2)]),
        numAttempts: d.maybe(() => d.int(1, 12)),
      },
    }
  },
  ...vga({ size: [224, 224] }),
})
