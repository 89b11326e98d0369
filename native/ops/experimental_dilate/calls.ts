// Calls of experimental.dilate, which no parity.ts draws: see test/dynamic/cases.ts.
import type { Case } from '../../../tools/parity/cases.js'
import { smallImages } from '../../../tools/parity/samples.js'

const calls: Case[] = [
  { inputs: [smallImages()] },
  { inputs: [smallImages()], args: { maskSize: [5, 1], borderMode: 'replicate' } },
]
export default calls
