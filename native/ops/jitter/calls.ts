// Calls of jitter, which no parity.ts draws: see test/dynamic/cases.ts.
import type { Case } from '../../../tools/parity/cases.js'

const image = (from: number) => ({ shape: [3, 4, 2], data: Uint8Array.from({ length: 24 }, (_, i) => from + i) })

const calls: Case[] = [
  { inputs: [{ dtype: 'uint8', layout: 'HWC', samples: [image(0), image(50), image(100)] }], args: { nDegree: 3 } },
]
export default calls
