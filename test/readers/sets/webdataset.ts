// Tar archives: of pictures, of sounds, and of texts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fn } from 'penstock-data'
import { tar } from '../tar.js'
import { jpeg, pictures, type ReaderSet, sounds } from './sets.js'

export const set: ReaderSet = {
  write(at) {
    const archive = tar([...[0, 1].map((i) => [`${i}.rgb.jpg`, jpeg] as const), ['2.txt', 'no picture']])
    for (const name of ['flat', 'deep', 'deep/train', 'deep/train/a']) mkdirSync(at(name))
    for (const name of ['0.tar', '1.tar', 'flat/0.tar', 'flat/1', 'deep/train/a/0.tar'])
      writeFileSync(at(name), archive)
    writeFileSync(at('flat/readme.txt'), 'shards')
    writeFileSync(at('sounds.tar'), tar([['0.flac', readFileSync(`${sounds}/s16.flac`)]]))
    writeFileSync(
      at('texts.tar'),
      tar([
        ['0.txt', 'abc'],
        ['0.cls', '1'],
      ] as const),
    )
    const photo = (i: number) => [`${i}.jpg`, jpeg] as const
    writeFileSync(at('classes.tar'), tar([photo(0), ['0.cls', '3'], photo(1), ['1.cls', '12\n']]))
    writeFileSync(at('some.tar'), tar([photo(0), ['0.cls', '3'], photo(1)]))
    writeFileSync(at('words.tar'), tar([photo(0), ['0.cls', '3'], photo(1), ['1.cls', 'cat']]))
  },
  read: (at) => fn.readers.webdataset({ paths: [at('0.tar'), at('1.tar')], ext: 'rgb.jpg' }),
  progress: { file: '1.tar', files: 2, samples: 6 },
  data: [
    { value: ['0.tar', '1.tar'], gives: pictures },
    { value: 'flat', gives: pictures },
    { value: 'deep', gives: pictures },
    { value: ['flat/1'], gives: pictures },
    { value: ['classes.tar'], gives: { ...pictures, labels: 'int64 []' } },
    // Samples without the number of a class would be left out.
    { value: ['some.tar'], gives: pictures },
    { value: ['words.tar'], gives: pictures },
    { value: ['sounds.tar'], gives: { audio: 'float32 [900, 2]', sampleRate: 'float32 []' } },
    { value: ['texts.tar'], gives: { txt: 'uint8 [3]', cls: 'uint8 [1]' } },
  ],
}
