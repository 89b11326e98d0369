// Calls of shapes, which no parity.ts draws: see test/dynamic/cases.ts.
import type { Case } from '../../../tools/parity/cases.js'
import { smallImages } from '../../../tools/parity/samples.js'

const calls: Case[] = [{ inputs: [smallImages()] }, { inputs: [smallImages()], args: { dtype: 'float32' } }]
export default calls
