// Calls of posterize, which no parity.ts draws: see test/dynamic/cases.ts.
import type { Case } from '../../../tools/parity/cases.js'
import { smallImages } from '../../../tools/parity/samples.js'

const calls: Case[] = [
  { inputs: [smallImages()], args: { bits: 2 } },
  { inputs: [smallImages()], args: { bits: 8 } },
]
export default calls
