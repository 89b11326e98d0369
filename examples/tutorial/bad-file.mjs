// bad-file.mjs: what happens where files are broken: an error that names the
// file, or full batches and a list.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { fn, pipelineDef } from 'penstock-data'

// A copy of the photos with two files that are no photos any more.
cpSync('photos', 'damaged', { recursive: true })
writeFileSync(
  'damaged/animals/cat.jpg',
  readFileSync('photos/animals/cat.jpg').subarray(0, 5000),
)
writeFileSync('damaged/space/notes.jpg', 'to do: ask for the rest')

const load = pipelineDef({ batchSize: 8 }, () => {
  const [files] = fn.readers.file({ fileRoot: 'damaged' })
  return fn.resize(fn.decoders.image(files), { size: [64, 64] })
})

const strict = load()
try {
  for await (const _ of strict);
} catch (error) {
  console.log(`${error.code}: ${error.message}\n`)
}
await strict.close()

const lenient = load({ onError: 'skip' })
const sizes = []
for await (const [images] of lenient) sizes.push(images.length)
console.log(`with onError 'skip': batches of ${sizes.join(', ')}; left out:`)
for (const { path, reason } of lenient.statistics().badSamples)
  console.log(`- ${path}: ${reason}`)
await lenient.close()
