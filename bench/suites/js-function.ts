// What fn.jsFunction costs: the identity function behind a decoding pipeline (decode, resize to 224 x 224 x 3, batch 256)
// against the same pipeline without it, side by side, in turns.
// Command: npm run bench -- js-function [--data DIR] [--rounds 5] [--seconds 4] [--threads 2]
// Target: less than 5 % of throughput. Last result: see bench/README.md.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchDir, spread } from '../contest.js'

const batchSize = 256

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: join(benchDir, '../data/photos') },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      threads: { type: 'string', default: '2' },
    },
  })
  const { fn, pipelineDef } = (await import(join(benchDir, '../dist/index.js'))) as typeof import('../../src/index.js')
  const module = join(benchDir, 'functions/identity.mjs')
  const make = pipelineDef({ batchSize, numThreads: Number(values.threads), seed: 1 }, (workers: number) => {
    const [jpegs] = fn.readers.file({ fileRoot: values.data, randomShuffle: true })
    const images = fn.resize(fn.decoders.image(jpegs), { size: [224, 224] })
    return [workers ? fn.jsFunction(images, { module, workers }) : images]
  })
  const rates = async (workers: number): Promise<number> => {
    const pipe = make({}, workers)
    for (let i = 0; i < 3; i++) await pipe.run()
    const begin = performance.now()
    const end = begin + 1e3 * Number(values.seconds)
    let samples = 0
    while (performance.now() < end) {
      await pipe.run()
      samples += batchSize
    }
    const rate = (1e3 * samples) / (performance.now() - begin)
    await pipe.close()
    return rate
  }
  const plain: number[] = []
  const costs = new Map<number, number[]>([1, 2].map((workers) => [workers, []]))
  for (let round = 0; round < Number(values.rounds); round++) {
    plain.push(await rates(0))
    for (const [workers, list] of costs) list.push((await rates(workers)) / plain.at(-1)!)
  }
  console.log(`without: ${spread(plain)} img/s`)
  for (const [workers, list] of costs) {
    console.log(`identity, ${workers} worker${workers > 1 ? 's' : ''}: ${spread(list)} of that, target 0.95`)
  }
}
