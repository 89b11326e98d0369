// Calls of decoders.inflate, which no parity.ts draws: see test/dynamic/cases.ts.
import { type Case, fileSamples } from '../../../tools/parity/cases.js'

/** An LZ4 block of up to 14 literals. */
const literals = (...bytes: number[]) => Uint8Array.from([bytes.length << 4, ...bytes])

const calls: Case[] = [
  {
    inputs: [fileSamples([literals(1, 2, 3, 4), literals(5, 6, 7, 8), literals(9, 0, 1, 2)])],
    args: { shape: [2], dtype: 'int16' },
  },
]
export default calls
