// Random numbers: generators that are seeded, cloned and saved; draws for each
// sample; streams of ranks and of threads.
import { Worker } from 'node:worker_threads'
import * as nd from 'penstock-data/dynamic'

const { RNG } = nd.random
const draw = (rng, options) =>
  Array.from(
    nd.random
      .uniform({ rng, range: [0, 1], batchSize: 2, ...options })
      .dataSync(),
  )
const text = (numbers) => numbers.map((n) => n.toFixed(3)).join(' ')

const rng = new RNG(1234)
draw(rng)
const saved = rng.state
const copy = rng.clone()
console.log(
  `next ${text(draw(rng))}, cloned ${text(draw(copy))}, restored ${text(draw(new RNG({ state: saved })))}`,
)

// A range of its own for each sample, and a chance that is drawn itself.
const chances = nd.random.uniform({ rng, range: [0, 1], batchSize: 6 })
const coins = nd.random.coinFlip({ rng, probability: chances })
console.log(
  `chances ${text(Array.from(chances.dataSync()))} give ${Array.from(coins.dataSync()).join(' ')}`,
)

// seed + rank: unrelated streams.
for (const rank of [0, 1])
  console.log(`rank ${rank} ${text(draw(new RNG(1234 + rank)))}`)

// The default generator is the thread's: of a seed every thread draws the same,
// so workers add their rank.
nd.random.setSeed(7)
const mine = text(draw())
const code = `
  import { parentPort } from 'node:worker_threads'
  import * as nd from ${JSON.stringify(import.meta.resolve('penstock-data/dynamic'))}
  const draw = () => Array.from(nd.random.uniform({ range: [0, 1], batchSize: 2 }).dataSync())
  nd.random.setSeed(7)
  const same = draw()
  nd.random.setSeed(7 + 1)
  parentPort.postMessage([same, draw()])`
const worker = new Worker(
  new URL(`data:text/javascript,${encodeURIComponent(code)}`),
)
const [theirs, others] = (
  await new Promise((resolve) => worker.once('message', resolve))
).map(text)
console.log(`this thread ${mine}, a worker ${theirs}, with its rank ${others}`)
