// A manifest of NeMo with its sounds.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { fn } from 'penstock-data'
import { type ReaderSet, sounds } from './sets.js'

export const set: ReaderSet = {
  write(at) {
    mkdirSync(at('set'))
    copyFileSync(`${sounds}/s16.wav`, at('set/s16.wav'))
    const entry = JSON.stringify({ audio_filepath: 's16.wav', text: 'a tone', duration: 0.04 })
    writeFileSync(at('set/manifest.json'), `${entry}\n${entry}\n`)
  },
  read: (at) => fn.readers.nemoAsr({ manifestFilepaths: at('set/manifest.json') }),
  progress: { file: 'set/manifest.json', files: 1, samples: 2 },
  data: ['set', ['set/manifest.json']].map((value) => ({
    value,
    gives: { audio: 'float32 [882]', sampleRate: 'float32 []', text: 'uint8 [6]' },
  })),
}
