// The ranks of a training that a test kills: node killed-mixture.mjs CONFIG. All ranks run in one process, which writes the samples of each
// step to its output, and checkpoints to a file. Where the configuration has `change`, the weights change at the first step from
// that sample on. CONFIG is JSON: the type Training of mixture-killed.test.ts.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, pipelineDef } from 'penstock-data'

const { folder, state, ranks, batchSize, onEnd, weights, change, stopAt } = JSON.parse(process.argv[2])
const shuffled = { shuffleAfterEpoch: true }
const archive = (name, more) => () => fn.readers.webdataset({ paths: [join(folder, name)], ext: 'bin', ...more })
const files = () => fn.readers.file({ fileRoot: join(folder, 'files'), fileFilters: ['*.bin'], ...shuffled })[0]
const sources = [archive('a.tar', shuffled), archive('b.tar', { shuffleBlocks: true, blockBytes: 3000 }), files]

const saved = existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : { count: 0 }
const define = pipelineDef({ batchSize, numThreads: 2, checkpoint: saved.checkpoint }, (shardId) =>
  fn.readers.mixture({ name: 'mix', sources, weights, onEnd, numShards: ranks, shardId }),
)
const pipes = Array.from({ length: ranks }, (_, shardId) => define(shardId))
await Promise.all(pipes.map((pipe) => pipe.build()))

/** A rank's next samples: the name, the epoch of its source, and a digest of the bytes. */
async function next(pipe) {
  const [contents, source] = await pipe.run()
  const told = Array.from({ length: contents.length }, (_, i) => {
    const { source: name, epoch } = contents.sourceInfo(i)
    const digest = createHash('sha256').update(contents.at(i).dataSync()).digest('hex').slice(0, 8)
    return `${source.at(i).dataSync()[0]} ${name.slice(folder.length)} ${epoch} ${digest}`
  })
  contents.release()
  source.release()
  return told
}

let { count, from } = saved
for (let step = 1; count < stopAt; step++) {
  if (change && from === undefined && count >= change.at) {
    const set = pipes.map((pipe) => pipe.setWeights('mix', change.weights))
    from = set[0]
    if (set.some((other) => other !== from)) throw new Error(`ranks disagree: ${set.join(', ')}`)
  }
  const rows = await Promise.all(pipes.map(next))
  const samples = rows[0].flatMap((_, k) => rows.map((row) => row[k]))
  count += samples.length
  process.stdout.write(`${JSON.stringify(samples)}\n`)
  if (step % 2) continue
  const checkpoint = await pipes[step % ranks].checkpoint()
  writeFileSync(`${state}.new`, JSON.stringify({ count, from, checkpoint }))
  renameSync(`${state}.new`, state)
}
await Promise.all(pipes.map((pipe) => pipe.close()))
