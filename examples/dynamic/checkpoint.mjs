// An imperative loop that stops in the middle of an epoch, and another that
// continues: the positions of the reader and of the generator go to one file,
// which is written whole or not at all.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as nd from 'penstock-data/dynamic'

const photos = fileURLToPath(new URL('../../data/photos', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'checkpoint-'))
const files = join(folder, 'step_{seq:03d}.json')

/**
 * What a trainer holds. The second one knows neither seed: the checkpoint
 * brings both.
 */
function trainer(seed) {
  const reader = nd.readers.file({
    fileRoot: photos,
    randomShuffle: true,
    batchSize: 5,
    seed,
  })
  const rng = new nd.random.RNG(seed)
  return { reader, rng }
}

/**
 * Label and crop of every photo that the rest of the epoch sees; calls `after`
 * with each step.
 */
async function steps({ reader, rng }, after = () => {}) {
  const seen = []
  for await (const [jpegs, labels] of reader.nextEpoch()) {
    const images = nd.resize(nd.decoders.imageRandomCrop(jpegs, { rng }), {
      size: [8, 8],
    })
    const means = images.tensors.map(
      (t) => t.dataSync().reduce((a, b) => a + b, 0) / 192,
    )
    seen.push(
      labels.tensors
        .map((t, i) => `${t.dataSync()[0]}:${means[i].toFixed(2)}`)
        .join(' '),
    )
    after(seen.length)
  }
  return seen
}

const first = trainer(7)
const saved = new nd.checkpoint.Checkpoint()
saved.register(first.reader, 'reader')
saved.register(first.rng, 'rng')
const whole = await steps(first, (step) => {
  if (step > 2) return
  saved.collect()
  console.log(
    `step ${step}: ${basename(saved.save(files))}, ${saved.serialize().length} bytes`,
  )
})

const second = trainer(undefined)
const loaded = new nd.checkpoint.Checkpoint()
console.log(`from ${basename(loaded.load(files))}`)
loaded.register(second.reader, 'reader')
loaded.register(second.rng, 'rng')
const rest = await steps(second)
const same = rest.filter((step, i) => step === whole[i + 2]).length
console.log(
  `${same} of ${whole.length - 2} steps are those of the run that went on`,
)
rmSync(folder, { recursive: true })
