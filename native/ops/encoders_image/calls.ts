// Calls of encoders.image, which no parity.ts draws: see test/dynamic/cases.ts.
import type { Case } from '../../../tools/parity/cases.js'
import { smallImages } from '../../../tools/parity/samples.js'

const calls: Case[] = [
  { inputs: [smallImages()] },
  { inputs: [smallImages()], args: { format: 'png', compression: 1 } },
  { inputs: [smallImages()], args: { quality: 95, subsampling: '4:4:4', optimize: true } },
]
export default calls
