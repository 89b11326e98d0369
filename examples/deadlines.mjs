// Calls that wait can be ended: by an AbortSignal, after which the pipeline
// goes on; or by the watchdog, which says which stage waits for which when
// nothing moves.
import { setTimeout as sleep } from 'node:timers/promises'
import { fn, pipelineDef } from 'penstock-data'

let pause = 500
const slow = async (i) => {
  await sleep(pause)
  return [i, i + 1]
}

const define = pipelineDef({ batchSize: 2, seed: 1 }, () =>
  fn.cast(fn.externalSource({ source: slow, name: 'slow' }), {
    dtype: 'int32',
  }),
)

const pipe = define()
try {
  await pipe.run({}, { signal: AbortSignal.timeout(50) })
} catch (error) {
  console.log(`after 50 ms: ${error.code}`)
}
// The batch that was on its way comes with the next call.
const [x] = await pipe.run()
console.log(`then the batch: ${x.dataSync().join(', ')}`)
x.release()
await pipe.close()

pause = 60_000
const watched = define({ watchdog: 0.3 })
try {
  await watched.run()
} catch (error) {
  console.log(`${error.code}: ${error.detail}`)
}
await watched.close()
// The source still sleeps, which would keep the process for a minute.
process.exit(0)
