// Checkpoints: those of pipelines, of readers of imperative mode and of its collections, with changes. Each is refused with a
// typed error, or continues a run that ends.
import { found, within } from '../engine/finding.mjs'
import { mutated } from '../engine/mutate.mjs'
import { Random } from '../engine/random.mjs'

export function make({ nd, penstock: { fn, pipelineDef } }) {
  const photos = (more = {}) => fn.readers.file({ fileRoot: 'data/photos', name: 'r', ...more })[0]
  const marked = () => {
    let at = 0
    const give = () => Float32Array.of(at++)
    const restore = (token) => {
      at = Number(token?.at ?? 0)
    }
    return Object.assign(give, { checkpoint: () => ({ at }), restore })
  }
  const small = [1, 2, 3, 4, 5, 6, 7].map((x) => Float32Array.of(x))
  const definitions = {
    reader: () => photos({ randomShuffle: true }),
    shuffled: () =>
      photos({ shuffleAfterEpoch: true, numShards: 2, shardId: 1, stickToShard: false, padLastBatch: true }),
    both: () => [photos(), fn.externalSource({ source: (i) => [[i], [i + 1], [i + 2]], name: 'src' })],
    samples: () => fn.externalSource({ source: small, batch: false, cycle: 'quiet', name: 'src' }),
    batches: () =>
      fn.externalSource({
        source: [small.slice(0, 3), small.slice(3, 5), small.slice(5)],
        cycle: 'raise',
        name: 'src',
      }),
    token: () => fn.externalSource({ source: marked(), batch: false, name: 'src' }),
  }
  const options = { batchSize: 3, numThreads: 2, seed: 1, onError: 'skip' }
  const open = (kind, checkpoint) => pipelineDef({ ...options, ...(checkpoint && { checkpoint }) }, definitions[kind])()
  const folder = () => nd.readers.file({ fileRoot: 'data/photos', randomShuffle: true })

  const texts = []
  async function fill() {
    for (const kind of Object.keys(definitions)) {
      const pipe = open(kind)
      for (let i = 0; i < 3; i++) {
        await pipe.run()
        texts.push({ kind, text: JSON.parse(await pipe.checkpoint()) })
      }
      await pipe.close()
    }
    const reader = folder()
    texts.push({ kind: 'state', text: JSON.parse(reader.getState()) })
    await reader.close()
  }
  const filled = fill().catch((error) => {
    throw found('setup', `no checkpoints to change: ${error.message}`)
  })
  filled.catch(() => {})

  return {
    // The texts are made when the first case runs: a case names one by its number, and the changes by a seed.
    draw: (r) => ({ which: r.below(1000), seed: r.bits(), times: 1 + r.below(r.oneIn(4) ? 5 : 2) }),
    async run(c) {
      await filled
      const { kind, text } = texts[c.which % texts.length]
      const r = new Random(c.seed)
      const change = (value) => mutated(r, value, c.times, ['r', 'src'])
      // Most changes are of places: what stands beside them is compared with the pipeline.
      const placesOnly = text.inputs && !r.oneIn(4)
      const changed = JSON.stringify(placesOnly ? { ...text, inputs: change(text.inputs) } : change(text))
      if (kind === 'state') {
        const reader = folder()
        try {
          reader.setState(changed)
          const epoch = reader.nextEpoch({ batchSize: 3 })[Symbol.asyncIterator]()
          await within(epoch.next(), 'next()')
          return 'state'
        } finally {
          await within(reader.close(), 'close()')
        }
      }
      let pipe
      try {
        pipe = open(kind, changed)
        for (let i = 0; i < 2; i++) await within(pipe.run(), 'run()')
        await pipe.checkpoint()
        return 'ran'
      } finally {
        if (pipe) await within(Promise.resolve(pipe.close()), 'close()')
      }
    },
  }
}
