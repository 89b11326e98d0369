// Calls of experimental.erode, which no parity.ts draws: see test/dynamic/cases.ts.
import type { Case } from '../../../tools/parity/cases.js'
import { smallImages } from '../../../tools/parity/samples.js'

const calls: Case[] = [
  { inputs: [smallImages()] },
  { inputs: [smallImages()], args: { maskSize: [1, 3], iterations: 2 } },
]
export default calls
