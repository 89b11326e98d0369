// Damaged image files in a pipeline, beside a sound one: by onError the batch comes all the same, whatever the file claims
// to be, and the sound image has its bytes. Files come from the corpora of the C++ targets, which look at decoders closely.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { found, within } from '../engine/finding.mjs'

const folders = ['test/fuzz/corpus', 'test/fuzz/regressions']
const good = readFileSync('data/formats/s420.jpg')
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

function draw(r, files) {
  const call = r.pick(Object.keys(operators))
  const decodes = call !== 'peekImageShape'
  return {
    call,
    args: {
      ...operators[call](r),
      ...(decodes && { outputType: r.pick(outputTypes), dtype: r.pick(['uint8', 'uint8', 'uint16', 'float32']) }),
      onError: r.pick(['placeholder', 'skip']),
    },
    threads: 1 + r.below(3),
    file: r.pick(files),
    // Places in thousandths of the file, so that a case outlives another length.
    changes: r.many(r.below(5), () => [r.oneIn(2) ? r.below(60) / 10 : r.below(1000), r.bits() & 255]),
    cut: r.oneIn(5) ? r.below(1000) : 1000,
  }
}

function damaged(c) {
  const bytes = new Uint8Array(readFileSync(c.file))
  for (const [at, value] of c.changes) if (bytes.length) bytes[Math.floor((at / 1000) * bytes.length)] = value
  return bytes.slice(0, Math.ceil((c.cut / 1000) * bytes.length))
}

const hash = (t) => createHash('sha256').update(`${t.shape}`).update(t.dataSync()).digest('hex')

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
      const bytes = damaged(c)
      if (!bytes.length) return 'empty'
      const [expected] = await decode(c, [good])
      let made
      try {
        made = await decode(c, [good, bytes])
      } catch (error) {
        if (error.finding) throw error
        throw found(`onError: ${error.code}`, `the run ends with ${error.stack}`)
      }
      if (made[0] !== expected) throw found('neighbour', 'the sound image beside it has other bytes')
      return made.length === 1 ? 'skipped' : 'made'
    },
  }
}
