// Calls of decoders.video, which no parity.ts draws: see test/dynamic/cases.ts.
import { readFileSync } from 'node:fs'
import { type Case, fileSamples } from '../../../tools/parity/cases.js'

const file = (name: string) => new Uint8Array(readFileSync(new URL(`../../../data/videos/${name}`, import.meta.url)))

const calls: Case[] = [
  {
    inputs: [fileSamples([file('h264_still.mp4'), file('h264_full.mp4')])],
    args: { startFrame: 0, sequenceLength: 2, padMode: 'edge' },
  },
]
export default calls
