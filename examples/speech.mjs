// The input of a speech recogniser: a manifest names parts of sounds with their
// transcripts; they are decoded, resampled and become log-mel spectrograms of
// one length. Then the spectrogram of a whole clip is written as a picture,
// with low frequencies at the bottom.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef } from 'penstock-data'
import { PNG } from 'pngjs'

const out = process.argv[2] ?? join(tmpdir(), 'speech.png')
const sounds = fileURLToPath(new URL('../data/sounds', import.meta.url))
const [sampleRate, bands, floor] = [8000, 64, -80]

/**
 * The power of each band in decibels below the loudest, every 5 ms: [bands,
 * windows].
 */
function logMel(sound) {
  const spectrum = fn.spectrogram(sound, {
    nfft: 512,
    windowLength: 256,
    windowStep: 40,
  })
  return fn.toDecibels(
    fn.melFilterBank(spectrum, { nfilter: bands, sampleRate }),
    { cutoffDb: floor },
  )
}

const train = pipelineDef({ batchSize: 5 }, () => {
  const manifestFilepaths = [join(sounds, 'voice.json')]
  const [sound, , text] = fn.readers.nemoAsr({
    manifestFilepaths,
    sampleRate,
    antialias: true,
  })
  return {
    mel: fn.pad(logMel(fn.preemphasisFilter(sound)), {
      axes: [1],
      fillValue: floor,
    }),
    text,
  }
})
const batches = train()
const { mel, text } = await batches.run()
for (let i = 0; i < mel.length; i++) {
  console.log(
    `'${Buffer.from(text.at(i).dataSync())}': ${mel.shape(i).join(' x ')}`,
  )
}
await batches.close()

const draw = pipelineDef({ batchSize: 1 }, () => {
  const [file] = fn.readers.file({ files: [join(sounds, 'voice.flac')] })
  const [sound] = fn.decoders.audio(file, {
    sampleRate,
    antialias: true,
    downmix: true,
  })
  return logMel(sound)
})
const pictures = draw()
const [spectrograms] = await pictures.run()
const [height, width] = spectrograms.shape(0)
const levels = spectrograms.at(0).dataSync()
const picture = new PNG({ width, height })
for (let y = 0; y < height; y++) {
  for (let x = 0; x < width; x++) {
    const level = 255 * (1 - levels[(height - 1 - y) * width + x] / floor)
    picture.data.set(
      [level, level ** 2 / 255, 96 - level / 3, 255],
      4 * (y * width + x),
    )
  }
}
writeFileSync(out, PNG.sync.write(picture))
await pictures.close()
console.log(`${width} windows of ${height} bands: ${out}`)
