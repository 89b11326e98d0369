// Compares image processors with those of Python's transformers over folders of images, all classes with several configs:
// `node tools/compare/processors.mjs --python PYTHON --images FOLDER [--class NAMES] [--backend pil] [--configs N]` prints a row for
// each class, backend and config. `--configs`: at most so many of a class, the defaults first. `--long`: on 200 images, the made ones
// of processor_images.py and photos of the folders, and results go to processor-results.json (`--results FILE`), of which
// `npm run gen` makes the tables of docs/guides/processors.md. What stands there is not computed again, unless `--again`.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Reference } from '../../dist/cli/verify/reference.js'
import { Pair, verify } from '../../dist/cli/verify/verify.js'
import { processorClasses } from '../../dist/processors/processor.js'

const here = (file) => fileURLToPath(new URL(file, import.meta.url))
const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    images: { type: 'string', multiple: true, default: ['data/photos'] },
    class: { type: 'string' },
    backend: { type: 'string' },
    together: { type: 'string' },
    configs: { type: 'string' },
    long: { type: 'boolean' },
    results: { type: 'string', default: here('processor-results.json') },
    again: { type: 'boolean' },
  },
})
const together = Number(values.together ?? (values.long ? 1 : 3))
const most = Number(values.configs ?? Number.POSITIVE_INFINITY)

// By class, or the name of a class that has the same; the class's defaults come first.
const listed = JSON.parse(readFileSync(here('processor-configs.json'), 'utf8'))
const configs = (name) => {
  const own = listed[name] ?? listed['*']
  return [{}, ...(typeof own === 'string' ? listed[own] : own)].slice(0, most)
}

const imageFile = /\.(avif|bmp|gif|heic|jp2|jpe?g|p[bgnp]m|png|tiff?|webp)$/i
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && imageFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
const made = values.long && mkdtempSync(join(tmpdir(), 'penstock-images-'))
if (made) execFileSync(values.python, [here('processor_images.py'), made])
const photos = values.images.flatMap(filesOf)
// What differs on purpose: the section "What an image is" of the document.
const other = /^(grey16|palette_transparent)\.png$/
const images = made ? [...filesOf(made).filter((file) => !other.test(basename(file))), ...photos].slice(0, 200) : photos
if (values.long && images.length < 200) throw new Error(`--long wants 200 images: name more folders with --images`)

const reference = await Reference.start(values.python)
const { versions } = reference
console.error(versions, `${images.length} images`)

const stored = values.long && existsSync(values.results) ? JSON.parse(readFileSync(values.results, 'utf8')).results : []
const key = ({ name, backend, config }) => [name, backend === 'pil' ? 1 : 0, JSON.stringify(config)].join(' ')
const results = new Map(stored.map((result) => [key(result), result]))

/** One result a line, by class, backend and the order of the configs. */
function store() {
  const place = ({ name, config }) => configs(name).findIndex((own) => JSON.stringify(own) === JSON.stringify(config))
  const order = (a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : b.backend.localeCompare(a.backend) || place(a) - place(b)
  const lines = [...results.values()].sort(order).map((result) => JSON.stringify(result))
  writeFileSync(
    values.results,
    `{\n"versions": ${JSON.stringify(versions)},\n"results": [\n${lines.join(',\n')}\n]\n}\n`,
  )
}

async function compared(name, backend, config) {
  const pair = await Pair.open(reference, { image_processor_type: `${name}ImageProcessor`, ...config }, backend)
  const verdict = await verify(pair, images, together)
  await pair.close()
  const { findings, refused, most } = verdict
  for (const found of findings.slice(0, 2)) {
    console.error(`${name} ${backend}\n  ${found.images} ${found.output}: ${found.step}: ${found.text}`)
  }
  if (findings.length > 2) console.error(`  and ${findings.length - 2} more`)
  const alone = findings.filter(({ output }) => output === 'error').length
  const difference = most?.most
    ? { most: most.most, unit: most.unit, absolute: Number(most.absolute.toPrecision(2)) }
    : {}
  return { name, backend, config, images: images.length, runs: verdict.compared, refused, alone, ...difference }
}

const seconds = () => Math.round(performance.now() / 1000)
try {
  for (const { name, backends } of processorClasses().sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (values.class && !values.class.split(',').includes(name)) continue
    for (const backend of backends.filter((own) => !values.backend || values.backend === own)) {
      for (const config of configs(name)) {
        const found = results.get(key({ name, backend, config }))
        if (found?.images >= 200 && !values.again) continue
        const result = await compared(name, backend, config)
        console.log(`${seconds()} s ${JSON.stringify(result)}`)
        if (!values.long) continue
        results.set(key(result), result)
        store()
      }
    }
  }
} finally {
  reference.close()
  if (made) rmSync(made, { recursive: true })
}
