// A folder with broken files among good ones: batches stay full, and the report says what was left out and why.
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef, types } from 'penstock-data'

const data = fileURLToPath(new URL('../data', import.meta.url))

const define = pipelineDef({ batchSize: 8, onError: 'skip', seed: 2 }, () => {
  // Good photos and broken ones are two classes here.
  const [files] = fn.readers.file({ fileRoot: data, dirFilters: ['broken', 'formats'], randomShuffle: true })
  const images = fn.decoders.image(files, { outputType: types.RGB })
  return fn.resize(images, { size: [64, 64] })
})

const pipe = define()
const sizes = []
for await (const [images] of pipe) sizes.push(images.length)
console.log(`batches of ${sizes.join(', ')} images`)

const { badSamples, badTotal } = pipe.statistics()
console.log(`${badTotal} left out:`)
for (const { path, reason } of badSamples) console.log(`  ${path.slice(data.length + 1)}: ${reason}`)
await pipe.close()

// With onError: 'throw', the default, the first bad file ends the run with an error that names it.
const strict = define({ onError: 'throw' })
try {
  for await (const _ of strict);
} catch (error) {
  console.log(`\nonError 'throw' gives ${error.code}: ${error.message.replaceAll(data, 'data')}`)
}
await strict.close()
