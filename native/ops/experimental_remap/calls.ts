// Calls of experimental.remap, which no parity.ts draws: see test/dynamic/cases.ts.
import type { Case, Samples } from '../../../tools/parity/cases.js'
import { smallImages } from '../../../tools/parity/samples.js'

/** A map of each small image, whose positions lie around its pixels. */
const positions = (along: 0 | 1): Samples => ({
  ...{ dtype: 'float32', layout: '' },
  samples: smallImages().samples.map(({ shape: [height = 0, width = 0] }) => ({
    shape: [height, width],
    data: Float32Array.from({ length: height * width }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)]
      return along ? y + 1.5 - x / 3 : x - 0.25 + y / 4
    }),
  })),
})
const inputs = [smallImages(), positions(0), positions(1)]

const calls: Case[] = [{ inputs }, { inputs, args: { interp: 'cubic', pixelOrigin: 'center' } }]
export default calls
