// Calls of encoders.image, which no parity.ts draws: see test/dynamic/cases.ts.
import type { Case } from '../../../tools/parity/cases.js'

const shapes = [
  [5, 7, 3],
  [9, 4, 3],
  [1, 1, 3],
]
const images = () => ({
  ...{ dtype: 'uint8' as const, layout: 'HWC' },
  samples: shapes.map((shape, s) => ({
    shape,
    data: Uint8Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => (i * 37 + s * 11) % 256),
  })),
})

const calls: Case[] = [
  { inputs: [images()] },
  { inputs: [images()], args: { format: 'png', compression: 1 } },
  { inputs: [images()], args: { quality: 95, subsampling: '4:4:4', optimize: true } },
]
export default calls
