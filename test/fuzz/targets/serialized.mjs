// Serialised pipelines: texts of serialize() with changes. Each is refused with a typed error that names what is wrong, or
// makes a pipeline that runs and ends; and none of them runs code.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { found, within } from '../engine/finding.mjs'
import { mutated } from '../engine/mutate.mjs'

const folder = mkdtempSync(join(tmpdir(), 'penstock-fuzz-text-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const mark = join(folder, 'ran')
const code = `import('node:fs').then((fs) => fs.writeFileSync(${JSON.stringify(mark)}, '')); export default (x) => x`
const module = join(folder, 'module.mjs')

export function make({ penstock: { fn, math, cond, oneOf, pipelineDef, Pipeline }, schemas }) {
  writeFileSync(module, code)
  const photos = () => fn.readers.file({ fileRoot: 'data/photos', randomShuffle: true })
  const numbers = () => fn.random.uniform({ range: [0, 1], shape: [3] })
  const definitions = [
    () => {
      const [jpegs, labels] = photos()
      return { images: fn.resize(fn.decoders.image(jpegs), { size: [16, 16] }), labels }
    },
    () => [fn.cropMirrorNormalize(fn.decoders.image(photos()[0]), { crop: [8, 8], mirror: fn.random.coinFlip() })],
    () => math.add(math.mul(numbers(), 2), numbers()),
    () => numbers().at(0),
    () => cond(fn.random.coinFlip(), numbers, () => math.mul(numbers(), cond(fn.random.coinFlip(), numbers, numbers))),
    () => oneOf([numbers, numbers, () => fn.constant({ fdata: [1, 2, 3], shape: [3] })], [1, 2, 1]),
    () => [fn.pad(fn.cat(fn.constant({ fdata: [1, 2] }), numbers(), { axis: 0 })), fn.externalSource({ name: 'fed' })],
    () => fn.jsFunction(numbers(), { module, outputs: [{ dtype: 'float32' }, { ndim: 1 }] }),
  ]
  const options = {
    batchSize: 2,
    seed: 1,
    enableConditionals: true,
    prefetchQueueDepth: { cpu: 1 },
    memoryBudget: { host: 2 ** 26 },
  }
  const texts = definitions.map((definition) => JSON.parse(pipelineDef(options, definition)().serialize()))
  const words = [
    ...Object.keys(schemas),
    ...[
      `data:text/javascript,${code}`,
      `DATA:text/javascript,${code}`,
      module,
      pathToFileURL(module).href,
      'penstock-data',
    ],
  ]
  return {
    draw: (r) => ({ text: mutated(r, r.pick(texts), 1 + r.below(r.oneIn(4) ? 6 : 2), words), runs: r.oneIn(2) }),
    async run({ text, runs }) {
      let pipe
      try {
        // What is given here goes before what the text says, which may ask for more than a run of the fuzzer should take.
        const own = runs ? { batchSize: 2, numThreads: 2, memoryBudget: { host: 2 ** 26 }, prefetchQueueDepth: 1 } : {}
        pipe = Pipeline.deserialize(JSON.stringify(text), own)
        for (const print of [() => pipe.toString(), () => pipe.toMermaid(), () => pipe.serialize()]) print()
        if (runs) await within(pipe.run(), 'run()')
        return runs ? 'ran' : 'made'
      } finally {
        if (pipe) await within(Promise.resolve(pipe.close()), 'close()')
        // biome-ignore lint/correctness/noUnsafeFinally: this goes before any other outcome.
        if (existsSync(mark)) throw found('code', 'code of the text ran')
      }
    },
  }
}
