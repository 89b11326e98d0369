// Calls of solarize, which no parity.ts draws: see test/dynamic/cases.ts.
import type { Case } from '../../../tools/parity/cases.js'

const images = () => ({
  ...{ dtype: 'uint8' as const, layout: 'HWC' },
  samples: [
    [5, 7, 3],
    [9, 4, 3],
    [1, 1, 3],
  ].map((shape, s) => ({
    shape,
    data: Uint8Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => (i * 37 + s * 11) % 256),
  })),
})

const calls: Case[] = [{ inputs: [images()], args: { threshold: 100 } }]
export default calls
