// Damaged image files in a pipeline, beside a sound one: by onError the batch comes all the same, whatever the file claims
// to be, and two copies of the sound image are equal. Files come from the corpora of the C++ targets, which look at decoders closely.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { found, within } from '../engine/finding.mjs'

const folders = ['test/fuzz/corpus', 'test/fuzz/regressions']
const good = readFileSync('data/formats/s420.jpg')
const windows = new Set(['decoders.imageCrop', 'decoders.imageSlice'])
const outputTypes = ['rgb', 'bgr', 'gray', 'ycbcr', 'any']

/** Cases of JavaScript targets are no images. */
const listFiles = () =>
  folders
    .flatMap((folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []))
    .filter((entry) => entry.isFile() && extname(entry.name) !== '.json')
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()

const operators = {
  'decoders.image': () => ({}),
  'decoders.imageCrop': (r) => ({ crop: [1 + r.below(9), 1 + r.below(9)], cropPosX: r.below(11) / 10 }),
  'decoders.imageRandomCrop': () => ({}),
  'decoders.imageSlice': (r) => ({ relStart: [0, r.below(5) / 10], relShape: [1, 0.5], axes: [0, 1] }),
  peekImageShape: () => ({}),
}

function drawFile(r, files) {
  return {
    file: r.pick(files),
    // Places in thousandths of the file, so that a case outlives another length.
    changes: r.many(r.below(5), () => [r.oneIn(2) ? r.below(60) / 10 : r.below(1000), r.bits() & 255]),
    cut: r.oneIn(5) ? r.below(1000) : 1000,
  }
}

function draw(r, files) {
  const call = r.pick(Object.keys(operators))
  const decodes = call !== 'peekImageShape'
  return {
    call,
    args: {
      ...operators[call](r),
      ...(decodes && { outputType: r.pick(outputTypes), dtype: r.pick(['uint8', 'uint8', 'uint16', 'float32']) }),
      onError: r.pick(['placeholder', 'placeholder', 'skip']),
    },
    threads: 1 + r.below(3),
    files: r.many(1 + r.below(20), () => drawFile(r, files)),
  }
}

function damaged({ file, changes, cut }) {
  const bytes = new Uint8Array(readFileSync(file))
  for (const [at, value] of changes) if (bytes.length) bytes[Math.floor((at / 1000) * bytes.length)] = value
  return bytes.slice(0, Math.max(1, Math.ceil((cut / 1000) * bytes.length)))
}

const hash = (t) => createHash('blake2b512').update(`${t.shape}`).update(t.dataSync()).digest('hex')

export function make({ penstock: { fn, pipelineDef } }) {
  const files = listFiles()
  const member = (name) => name.split('.').reduce((at, part) => at[part], fn)

  async function decode(c, batch) {
    const define = pipelineDef({ batchSize: batch.length, numThreads: c.threads, seed: 1 }, () =>
      member(c.call)(fn.externalSource({ source: () => batch }), c.args),
    )
    const pipe = define()
    try {
      const [out] = await within(pipe.run(), 'run()')
      const hashes = Array.from({ length: out.length }, (_, i) => hash(out.at(i)))
      out.release()
      return hashes
    } finally {
      await within(pipe.close(), 'close()')
    }
  }

  return {
    draw: (r) => draw(r, files),
    async run(c) {
      let made
      try {
        made = await decode(c, [good, ...c.files.map(damaged), good])
      } catch (error) {
        if (error.finding) throw error
        // A window that the image does not hold is the call's fault, not the sample's.
        if (error.code === 'INVALID_INPUT' && windows.has(c.call)) return error.code
        throw found(`onError: ${error.code}`, `the run ends with ${error.stack}`)
      }
      if (made.length !== c.files.length + 2) throw found('batch', `${made.length} samples`)
      // A random window is another for each sample, and what was skipped makes others move up.
      if (c.args.onError === 'placeholder' && c.call !== 'decoders.imageRandomCrop' && made[0] !== made.at(-1))
        throw found('neighbour', 'two copies of the sound image have different bytes')
      return c.args.onError
    },
  }
}
