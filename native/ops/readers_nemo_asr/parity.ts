// Cases of readers.nemoAsr for `npm run parity`: the first batch of an epoch over manifests that are made here.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as nd from 'penstock-data/dynamic'
import { parity } from '../../../tools/parity/cases.js'
import { filesOf } from '../../../tools/parity/families.js'
import { temporaryFolder } from '../../../tools/parity/folder.js'
import { firstBatch } from '../../../tools/parity/penstock.js'

const folder = temporaryFolder()
const files = filesOf('sounds', /^(s16|s24|voice|u8)\./)

let manifests = 0
function write(entries: readonly object[]): string {
  const path = join(folder, `${manifests++}.json`)
  writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  return path
}

export default parity({
  tolerance: ({ args = {} }) => (args.dtype === 'int16' ? 1 : args.dtype === 'int32' ? 65536 : 1e-5),
  toleranceText: '1e-5 of full scale',
  ours: firstBatch((args) => nd.readers.nemoAsr(args)),
  case: (d) => {
    const entries = Array.from({ length: d.int(1, 4) }, (_, i) => ({
      audio_filepath: d.pick(files),
      ...(d.bool() && { text: `text ${i} \u00e9` }),
      ...(d.chance(3) && { offset: d.float(0, 0.03) }),
      ...(d.chance(3) && { duration: d.float(0, 0.05) }),
    }))
    // DALI gives the file's rate beside a sound of another one.
    const sampleRate = d.chance(3) ? d.pick([8000, 16_000, 48_000]) : undefined
    return {
      inputs: [],
      batchSize: entries.length,
      args: {
        manifestFilepaths: [write(entries)],
        downmix: d.maybe(() => d.bool()),
        dtype: d.maybe(() => d.pick(['float32', 'int16', 'int32'] as const)),
        readText: d.maybe(() => d.bool()),
        readIdxs: true,
        readSampleRate: sampleRate === undefined,
        sampleRate,
      },
    }
  },
})
