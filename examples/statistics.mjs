// Shows what limits a run: the same pipeline under a loop that is too slow and
// under one that is not, each with its table, its verdict and a trace to open
// with ui.perfetto.dev.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef, types } from 'penstock-data'

const photos = fileURLToPath(new URL('../data/photos', import.meta.url))

const define = pipelineDef({ batchSize: 8, numThreads: 1, seed: 1 }, () => {
  const [files] = fn.readers.file({ fileRoot: photos, randomShuffle: true })
  const images = fn.decoders.imageRandomCrop(files, { outputType: types.RGB })
  return fn.resize(images, { size: [224, 224] })
})

for (const [title, stepMs] of [
  ['A loop that does nothing', 0],
  ['A training step of 100 ms', 100],
]) {
  const pipe = define()
  for (let step = 0; step < 20; step++) {
    const [images] = await pipe.run()
    images.release()
    if (stepMs) await sleep(stepMs)
  }
  const statistics = pipe.statistics()
  console.log(`${title}:`)
  statistics.print()
  const { kind, stage, op, gain } = statistics.verdict
  console.log(
    `as data: ${JSON.stringify({ kind, stage, op, gain: gain && Number(gain.toFixed(1)) })}`,
  )
  const file = join(tmpdir(), `penstock-step-${stepMs}.json`)
  const { traceEvents } = pipe.trace(file)
  console.log(
    `trace: ${traceEvents.filter(({ ph }) => ph === 'X').length} spans in ${file}\n`,
  )
  await pipe.close()
}
