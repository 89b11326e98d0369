// A training process that is killed and goes on: it saves a checkpoint with
// each step, and the process that takes over sees exactly the batches that were
// left, here with another executor and other threads. Then one sample is made
// again.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef } from 'penstock-data'

const photos = fileURLToPath(new URL('../data/photos', import.meta.url))
const steps = 18
const epochs = 3

const define = pipelineDef({ batchSize: 4 }, () => {
  const [jpegs, labels] = fn.readers.file({
    fileRoot: photos,
    name: 'train',
    shuffleAfterEpoch: true,
  })
  const images = fn.resize(fn.decoders.imageRandomCrop(jpegs), {
    size: [64, 64],
  })
  return {
    images: fn.flip(images, { horizontal: fn.random.coinFlip() }),
    labels,
  }
})
const hash = (list) =>
  createHash('sha256').update(list.dataSync()).digest('hex').slice(0, 12)

/**
 * What a trainer does: from the checkpoint in `file` if there is one; each step
 * tells what it saw.
 */
async function train(file, options) {
  const saved = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { step: 0 }
  const pipe = define(
    saved.checkpoint
      ? { ...options, checkpoint: saved.checkpoint }
      : { ...options, seed: 42 },
  )
  let { step } = saved
  // A restored pipeline begins in the epoch that its checkpoint was taken in.
  for (let { epoch } = pipe.position; epoch < epochs && step < steps; epoch++) {
    for await (const { images } of pipe) {
      process.send({
        step: ++step,
        hash: hash(images),
        at: images.sourceInfo(0),
      })
      // Weights and optimizer state would be saved along; renaming makes the
      // file whole or absent.
      writeFileSync(
        `${file}.new`,
        JSON.stringify({ step, checkpoint: await pipe.checkpoint() }),
      )
      renameSync(`${file}.new`, file)
      if (step === steps) break
    }
  }
  await pipe.close()
}

/**
 * Runs a trainer in a process of its own, and kills it at a step; the batches
 * that it saw, by step.
 */
async function watch(file, options, seen, killAt) {
  const child = fork(import.meta.filename, [file, JSON.stringify(options)])
  child.on('message', (message) => {
    seen[message.step] = message
    if (message.step === killAt) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return seen
}

if (process.send) await train(process.argv[2], JSON.parse(process.argv[3]))
else {
  const folder = mkdtempSync(join(tmpdir(), 'checkpoint-'))
  const whole = await watch(join(folder, 'whole.json'), { numThreads: 1 }, {})
  const file = join(folder, 'cut.json')
  const cut = await watch(file, { numThreads: 2 }, {}, 8)
  const { step, checkpoint } = JSON.parse(readFileSync(file, 'utf8'))
  const restored = define({ checkpoint })
  const { epoch, batch } = restored.position
  await restored.close()
  console.log(
    `killed; saved: step ${step}, batch ${batch} of epoch ${epoch}, ${checkpoint.length} bytes`,
  )
  await watch(file, { execDynamic: false, prefetchQueueDepth: 4 }, cut)
  const same = Object.keys(whole).filter(
    (k) => whole[k].hash === cut[k]?.hash,
  ).length
  console.log(
    `${same} of ${steps} steps saw the same batch as without the kill`,
  )

  const pipe = define({ seed: 42 })
  const { at } = whole[steps]
  const { images } = await pipe.replay(at.index, at.epoch)
  console.log(
    `once more, alone: sample ${at.index} of epoch ${at.epoch}, ${images.at(0).shape.join(' x ')}`,
  )
  await pipe.close()
  rmSync(folder, { recursive: true })
}
