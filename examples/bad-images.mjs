// A folder with broken files among good ones: batches stay full, and the report
// says what was left out and why.
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef, types } from 'penstock-data'

// The bundled photos are all good, so the first part adds three files that are
// not.
const photos = fileURLToPath(new URL('../data/photos', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'photos-'))
cpSync(photos, folder, { recursive: true })
const cat = readFileSync(join(photos, 'animals/cat.jpg'))
writeFileSync(join(folder, 'animals/cut.jpg'), cat.subarray(0, cat.length / 2))
writeFileSync(join(folder, 'animals/text.jpg'), 'this is not an image')
writeFileSync(join(folder, 'space/empty.jpg'), '')

const define = pipelineDef({ batchSize: 8, onError: 'skip', seed: 2 }, () => {
  const [files] = fn.readers.file({ fileRoot: folder, randomShuffle: true })
  const images = fn.decoders.image(files, { outputType: types.RGB })
  return fn.resize(images, { size: [64, 64] })
})

const pipe = define()
const sizes = []
for await (const [images] of pipe) sizes.push(images.length)
console.log(`batches of ${sizes.join(', ')} images`)

const { badSamples, badTotal } = pipe.statistics()
console.log(`${badTotal} left out:`)
for (const { path, reason } of badSamples)
  console.log(`  ${path.slice(folder.length + 1)}: ${reason}`)
await pipe.close()

// With onError: 'throw', the default, the first bad file ends the run with an
// error that names it.
const strict = define({ onError: 'throw' })
try {
  for await (const _ of strict);
} catch (error) {
  console.log(
    `\nonError 'throw' gives ${error.code}: ${error.message.replaceAll(folder, 'photos')}`,
  )
}
await strict.close()
rmSync(folder, { recursive: true })
