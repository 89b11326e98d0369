// Folders of pictures and of sounds.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { fn } from 'penstock-data'
import { jpeg, pictures, type ReaderSet, sounds } from './sets.js'

const gives = { ...pictures, labels: 'int32 [1]' }

export const set: ReaderSet = {
  write(at) {
    for (const i of [0, 1]) {
      mkdirSync(at(`set/${i}`), { recursive: true })
      writeFileSync(at(`set/${i}/a.jpg`), jpeg)
    }
    writeFileSync(at('set/stray.tar'), '')
    mkdirSync(at('sounds'))
    copyFileSync(`${sounds}/s16.wav`, at('sounds/a.wav'))
    writeFileSync(at('picture'), jpeg)
  },
  read: (at) => fn.readers.file({ fileRoot: at('set') }),
  progress: { files: 3, bytes: 0, samples: 2 },
  data: [
    { value: 'set', gives },
    { value: ['set/0/a.jpg', 'set/1/a.jpg'], gives },
    { value: ['picture'], gives },
    { value: 'sounds', gives: { audio: 'float32 [900, 2]', sampleRate: 'float32 []', labels: 'int32 [1]' } },
  ],
}
