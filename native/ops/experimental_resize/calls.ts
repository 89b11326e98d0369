// Calls of experimental.resize, which no parity.ts draws: see test/dynamic/cases.ts.
import type { Case } from '../../../tools/parity/cases.js'
import { smallImages } from '../../../tools/parity/samples.js'

const calls: Case[] = [
  { inputs: [smallImages()], args: { size: [4, 6] } },
  { inputs: [smallImages()], args: { resizeShorter: 3, interpType: 'cubic', saveAttrs: true } },
]
export default calls
