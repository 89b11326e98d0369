// Calls of sharpness, which no parity.ts draws: see test/dynamic/cases.ts.
import type { Case } from '../../../tools/parity/cases.js'
import { smallImages } from '../../../tools/parity/samples.js'

const calls: Case[] = [
  { inputs: [smallImages()], args: { factor: 0 } },
  { inputs: [smallImages()], args: { factor: 2 } },
]
export default calls
