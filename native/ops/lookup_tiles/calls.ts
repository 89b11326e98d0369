// Calls of lookupTiles, which no parity.ts draws: see test/dynamic/cases.ts.
import type { Case } from '../../../tools/parity/cases.js'
import { smallImages } from '../../../tools/parity/samples.js'

const values = Array.from({ length: 3 * 256 }, (_, i) => i / 4 - 20)
const calls: Case[] = [
  { inputs: [smallImages()], args: { values } },
  { inputs: [smallImages()], args: { tile: [1, 1], frames: 2 } },
  { inputs: [smallImages()], args: { tile: [1, 1], channelsLast: true, values } },
]
export default calls
