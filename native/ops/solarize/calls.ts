// Calls of solarize, which no parity.ts draws: see test/dynamic/cases.ts.
import type { Case } from '../../../tools/parity/cases.js'
import { smallImages } from '../../../tools/parity/samples.js'

const calls: Case[] = [{ inputs: [smallImages()], args: { threshold: 100 } }]
export default calls
