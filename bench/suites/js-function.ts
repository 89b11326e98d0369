// Measures what fn.jsFunction costs: the identity function after a decoding pipeline (decode, resize to 224 x 224 x 3, batch 256)
// against the same pipeline without it, side by side, in turns.
// Command: npm run bench -- js-function [--data DIR] [--rounds 5] [--seconds 4] [--threads 2]
// Target: less than 5 % of throughput. Last result (2 cores, busy with other work, load 8-20): one worker 0.91-1.01 of the
// throughput in three runs, CPU time per image 1.05-1.09; to be measured again on a quiet machine.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchDir, spread } from '../contest.mjs'

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
  /** Images per second, and CPU milliseconds of the whole process per image, which other loads disturb less. */
  const measure = async (workers: number): Promise<[rate: number, cpu: number]> => {
    const pipe = make({}, workers)
    const batch = async () => (await pipe.run())[0]![Symbol.dispose]()
    for (let i = 0; i < 3; i++) await batch()
    const begin = performance.now()
    const before = process.cpuUsage()
    const end = begin + 1e3 * Number(values.seconds)
    let samples = 0
    while (performance.now() < end) {
      await batch()
      samples += batchSize
    }
    const rate = (1e3 * samples) / (performance.now() - begin)
    const { user, system } = process.cpuUsage(before)
    await pipe.close()
    return [rate, (user + system) / 1e3 / samples]
  }
  const plain: [number, number][] = []
  const variants = [1, 2].map((workers) => ({ workers, rates: [] as number[], cpu: [] as number[] }))
  for (let round = 0; round < Number(values.rounds); round++) {
    const [rate, cpu] = await measure(0)
    plain.push([rate, cpu])
    for (const variant of variants) {
      const [r, c] = await measure(variant.workers)
      variant.rates.push(r / rate)
      variant.cpu.push(c / cpu)
    }
  }
  console.log(`without: ${spread(plain.map(([r]) => r))} img/s, ${spread(plain.map(([, c]) => c))} CPU ms per image`)
  for (const { workers, rates, cpu } of variants) {
    const name = `identity, ${workers} worker${workers > 1 ? 's' : ''}`
    console.log(`${name}: throughput ${spread(rates)} of that (target 0.95), CPU time ${spread(cpu)} of that`)
  }
}
