// Compares image processors with those of Python's transformers over folders of images, all classes with several configs:
// prints the rows of the table of docs/guides/processors.md. `node tools/compare/processors.mjs --python PYTHON --images FOLDER
// [--class NAME] [--backend pil] [--configs N] [--write]`; tools/compare/processor_images.py makes a folder. `--configs`: at most so many
// of a class, the defaults first. `--write` puts the rows into the table. `--long` is 200 images, the defaults, and --write: the made
// images, then photos of the folders.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Reference } from '../../dist/cli/verify/reference.js'
import { Pair, verify } from '../../dist/cli/verify/verify.js'
import { processorClasses } from '../../dist/processors/processor.js'

// By class, or the name of a class that has the same; the class's defaults come first.
const listed = JSON.parse(readFileSync(new URL('processor-configs.json', import.meta.url), 'utf8'))
const configs = (name) => {
  const own = listed[name] ?? listed['*']
  return [{}, ...(typeof own === 'string' ? listed[own] : own)].slice(0, most)
}

const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    images: { type: 'string', multiple: true, default: ['data/photos'] },
    class: { type: 'string' },
    backend: { type: 'string' },
    together: { type: 'string' },
    configs: { type: 'string' },
    write: { type: 'boolean' },
    long: { type: 'boolean' },
  },
})

const imageFile = /\.(avif|bmp|gif|heic|jp2|jpe?g|p[bgnp]m|png|tiff?|webp)$/i
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && imageFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
const made = values.long && mkdtempSync(join(tmpdir(), 'penstock-images-'))
if (made) execFileSync(values.python, [fileURLToPath(new URL('processor_images.py', import.meta.url)), made])
const photos = values.images.flatMap(filesOf)
// What differs on purpose: the section "What an image is" of the document.
const other = /^(grey16|palette_transparent)\.png$/
const images = made ? [...filesOf(made).filter((file) => !other.test(basename(file))), ...photos].slice(0, 200) : photos
const together = Number(values.together ?? (values.long ? 1 : 3))
const most = Number(values.configs ?? (values.long ? 1 : Number.POSITIVE_INFINITY))
if (values.long && images.length < 200) throw new Error(`--long wants 200 images: name more folders with --images`)
const reference = await Reference.start(values.python)
console.error(reference.versions, `${images.length} images`)

async function row(name, backend) {
  let [compared, refused, refusals, worst] = [0, 0, 0, undefined]
  const list = configs(name)
  for (const config of list) {
    const pair = await Pair.open(reference, { image_processor_type: `${name}ImageProcessor`, ...config }, backend)
    const verdict = await verify(pair, images, together)
    await pair.close()
    compared += verdict.compared
    refused += verdict.refused
    refusals += verdict.findings.filter(({ output }) => output === 'error').length
    if (verdict.most && (!worst || verdict.most.most > worst.most)) worst = verdict.most
    for (const found of verdict.findings.slice(0, 2)) {
      console.error(
        `${name} ${backend} ${JSON.stringify(config)}\n  ${found.images} ${found.output}: ${found.step}: ${found.text}`,
      )
    }
    if (verdict.findings.length > 2) console.error(`  and ${verdict.findings.length - 2} more`)
  }
  const cell = !worst
    ? '-'
    : worst.most === 0
      ? 'equal'
      : `${worst.most} ${worst.unit}, ${worst.absolute.toExponential(1)}`
  const alone = refusals ? `; ${refusals} refused by one side` : ''
  const line = `| ${name} | ${backend} | ${images.length} | ${list.length} | ${compared} | ${refused} | ${cell}${alone} |`
  console.log(line)
  if (values.write || values.long) write(name, backend, line)
}

/** Puts a row into the table of the document, in its place. */
function write(name, backend, line) {
  const file = new URL('../../docs/guides/processors.md', import.meta.url)
  const lines = readFileSync(file, 'utf8').split('\n')
  const begin = lines.indexOf(head[1]) + 1
  const end = lines.findIndex((text, i) => i >= begin && !text.startsWith('| '))
  const rows = lines.slice(begin, end).filter((text) => !text.startsWith(`| ${name} | ${backend} |`))
  const key = (text) => text.split(' | ', 2).join(' ').replace(' torchvision', ' ')
  rows.push(line)
  rows.sort((a, b) => (key(a) < key(b) ? -1 : 1))
  writeFileSync(file, [...lines.slice(0, begin), ...rows, ...lines.slice(end)].join('\n'))
}

const head = [
  '| class | backend | images | configs | runs | refused by both | largest difference |',
  '|---|---|---|---|---|---|---|',
]
console.log(head.join('\n'))
try {
  for (const { name, backends } of processorClasses().sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (values.class && !values.class.split(',').includes(name)) continue
    for (const backend of backends) if (!values.backend || values.backend === backend) await row(name, backend)
  }
} finally {
  reference.close()
  if (made) rmSync(made, { recursive: true })
}
