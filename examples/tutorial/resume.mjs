// resume.mjs [STEP]: a loop of twelve steps, which saves where it is. With a
// number it is killed at that step.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fn, pipelineDef } from 'penstock-data'

const killAt = Number(process.argv[2])
const load = pipelineDef({ batchSize: 8 }, () => {
  const [files] = fn.readers.file({
    fileRoot: 'photos',
    shuffleAfterEpoch: true,
  })
  const windows = fn.decoders.imageRandomCrop(files)
  const images = fn.resize(windows, { size: [64, 64] })
  return fn.flip(images, { horizontal: fn.random.coinFlip() })
})

const file = 'state.json'
const saved = existsSync(file) && JSON.parse(readFileSync(file, 'utf8'))
const pipe = load(saved ? { checkpoint: saved.checkpoint } : { seed: 42 })
let step = saved ? saved.step : 0
if (saved) console.log(`goes on after step ${step}`)

for (let { epoch } = pipe.position; epoch < 4; epoch++) {
  for await (const [images] of pipe) {
    step++
    // In place of a training step: the sum tells whether a batch is the same.
    const sum = images.dataSync().reduce((a, b) => a + b, 0)
    console.log(`step ${step}, epoch ${epoch}: ${sum}`)
    if (step === killAt) process.kill(process.pid, 'SIGKILL')
    // A trainer saves its weights too. Renaming leaves no half-written file.
    const state = { step, checkpoint: await pipe.checkpoint() }
    writeFileSync(`${file}.new`, JSON.stringify(state))
    renameSync(`${file}.new`, file)
  }
}
await pipe.close()
