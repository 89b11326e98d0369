// Runs penstock's operators of sounds with the rivals' protocol (bench/rivals/README.md). `--data` is the folder that
// bench/rivals/rival_dali_audio.py has written.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fn, pipelineDef } from 'penstock-data'
import { measured, nextLength, takeTurns } from './turns.mjs'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    job: { type: 'string' },
    batch: { type: 'string', default: '32' },
    threads: { type: 'string', default: '2' },
  },
})
const files = (kind) => {
  const fileRoot = join(values.data, kind)
  return fn.readers.file({ fileRoot, files: readdirSync(fileRoot).sort() })[0]
}
const decoded = (kind, options) => fn.decoders.audio(files(kind), { downmix: true, ...options })[0]
const sound = () => fn.readers.numpy({ fileRoot: join(values.data, 'npy') })
const spectrum = (x = sound()) => fn.spectrogram(x, { nfft: 512, windowLength: 400, windowStep: 160 })
const mel = (x) => fn.toDecibels(fn.melFilterBank(spectrum(x), { nfilter: 80, sampleRate: 16_000 }), { cutoffDb: -80 })
const jobs = {
  wav: () => decoded('wav'),
  speech: () => mel(decoded('flac')),
  flac: () => decoded('flac'),
  ogg: () => decoded('ogg'),
  resample: () => decoded('wav', { sampleRate: 8000 }),
  convert: () => fn.audioResample(sound(), { inRate: 16_000, outRate: 8000 }),
  spectrogram: spectrum,
  mel,
  mfcc: () => fn.mfcc(mel(), { nMfcc: 20 }),
  nonsilent: () => fn.nonsilentRegion(sound()),
  preemphasis: () => fn.preemphasisFilter(sound()),
}
const pipe = pipelineDef({ batchSize: Number(values.batch), numThreads: Number(values.threads) }, jobs[values.job])()
await pipe.build()

await takeTurns(values.job, (seconds) => measured(() => nextLength(pipe), 6, seconds))
await pipe.close()
