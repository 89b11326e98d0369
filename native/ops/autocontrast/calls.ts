// Calls of autocontrast, which no parity.ts draws: see test/dynamic/cases.ts.
import type { Case } from '../../../tools/parity/cases.js'
import { smallImages } from '../../../tools/parity/samples.js'

const calls: Case[] = [{ inputs: [smallImages()] }, { inputs: [smallImages()], args: { rounding: 'nearest' } }]
export default calls
