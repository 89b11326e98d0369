// Compares image processors with those of Python's transformers over a folder of images, all classes with several configs:
// prints the rows of the table of docs/guides/processors.md. `node tools/compare/processors.mjs --python PYTHON --images FOLDER
// [--class NAME] [--backend pil]`; tools/compare/processor_images.py makes a folder.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Reference } from '../../dist/cli/verify/reference.js'
import { Pair, verify } from '../../dist/cli/verify/verify.js'
import { processorClasses } from '../../dist/processors/processor.js'

// By class, or the name of a class that has the same; the class's defaults come first.
const listed = JSON.parse(readFileSync(new URL('processor-configs.json', import.meta.url), 'utf8'))
const configs = (name) => {
  const own = listed[name] ?? listed['*']
  return [{}, ...(typeof own === 'string' ? listed[own] : own)]
}

const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    images: { type: 'string', multiple: true, default: ['data/photos'] },
    class: { type: 'string' },
    backend: { type: 'string' },
    together: { type: 'string', default: '3' },
  },
})

const imageFile = /\.(avif|bmp|gif|heic|jp2|jpe?g|p[bgnp]m|png|tiff?|webp)$/i
const images = values.images.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && imageFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort(),
)
const reference = await Reference.start(values.python)
console.error(reference.versions, `${images.length} images`)

async function row(name, backend) {
  let [compared, refused, most] = [0, 0, undefined]
  const list = configs(name)
  for (const config of list) {
    const pair = await Pair.open(reference, { image_processor_type: `${name}ImageProcessor`, ...config }, backend)
    const verdict = await verify(pair, images, Number(values.together))
    await pair.close()
    compared += verdict.compared
    refused += verdict.refused
    if (verdict.most && (!most || verdict.most.most > most.most)) most = verdict.most
    for (const found of verdict.findings.slice(0, 2)) {
      console.error(
        `${name} ${backend} ${JSON.stringify(config)}\n  ${found.images} ${found.output}: ${found.step}: ${found.text}`,
      )
    }
    if (verdict.findings.length > 2) console.error(`  and ${verdict.findings.length - 2} more`)
  }
  const cell = !most ? '-' : most.most === 0 ? 'equal' : `${most.most} ${most.unit}, ${most.absolute.toExponential(1)}`
  console.log(`| ${name} | ${backend} | ${list.length} | ${compared} | ${refused} | ${cell} |`)
}

console.log('| class | backend | configs | runs | refused by both | largest difference |\n|---|---|---|---|---|---|')
try {
  for (const { name, backends } of processorClasses().sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (values.class && !values.class.split(',').includes(name)) continue
    for (const backend of backends) if (!values.backend || values.backend === backend) await row(name, backend)
  }
} finally {
  reference.close()
}
