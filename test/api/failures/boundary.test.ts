// Tests exceptions of native code in unexpected places, as JavaScript sees them: always an error with a code, never
// the end of the process. The native tests have more (native/test/boundary_test.cc).
import { describe, expect, test } from 'vitest'
import { runChild } from '../../util/child.js'

const prelude = `
import { readdirSync, readFileSync } from 'node:fs'
const threads = () => readdirSync('/proc/self/task').length
// Threads that were joined are listed for a moment longer.
const left = async (before) => {
  for (let i = 0; i < 500 && threads() > before; i++) await new Promise((resolve) => setTimeout(resolve, 10))
  return threads() - before
}
// Threads of stages wait a second for another pipeline.
const waiting = () => readdirSync('/proc/self/task').filter((task) => /^penstock idle/.test(name(task)))
const name = (task) => { try { return readFileSync('/proc/self/task/' + task + '/comm', 'utf8') } catch { return '' } }
async function attempt(numThreads, how) {
  const x = () => fn.cast(fn.externalSource({ source: () => [new Uint8Array(3)] }), { dtype: 'float32' })
  const pipe = pipelineDef({ batchSize: 1, numThreads }, x)()
  try {
    const [x] = await pipe[how]()
    x.release()
    console.log('ran')
  } catch (e) {
    console.log(e.code + ': ' + e.message)
  }
  await pipe.close()
}
`

describe('a thread that the system does not grant is THREADS_UNAVAILABLE, and nothing is left', {
  timeout: 60_000,
}, () => {
  test('when it is a pool thread', async () => {
    // 1,024 threads with 8 MB of stack do not fit into these 5 GB of address space.
    const shell = 'ulimit -s 8192; ulimit -v 5000000'
    const { out, code } = await runChild(
      `${prelude}
const small = () => nd.cast(nd.tensor([1.5, 2.5]), { dtype: 'int16' }).dataSync()
small() // starts what Node and the addon start once
const before = threads()
await attempt(1024, 'run')
await attempt(1024, 'runSync')
console.log('left ' + (await left(before)))
console.log('works ' + small())`,
      { shell },
    )
    const [first, second, ...rest] = out.trim().split('\n')
    for (const line of [first, second]) {
      expect(line).toMatch(
        /^THREADS_UNAVAILABLE: Expected the system to grant another thread but received: .*numThreads/,
      )
    }
    expect(rest).toEqual(['left 0', 'works 2,3'])
    expect(code).toBe(0)
  })

  // The limit counts a user's threads, and does not hold for root: the process becomes a user who has no others.
  test.skipIf(process.getuid?.() !== 0)("when it is an actor's thread", async () => {
    const { out, code } = await runChild(
      `${prelude}
await attempt(1, 'run') // loads all that a pipeline needs
while (waiting().length) await new Promise((resolve) => setTimeout(resolve, 10))
const id = 20000 + (process.pid % 40000)
process.setgid(id)
process.setuid(id)
const n = native()
// The pool takes all threads that the user may have.
for (let count = 2; count < 200; count++) { try { n.configure({ poolThreads: count }) } catch (e) { console.log(e.code); break } }
const before = threads()
await attempt(1, 'run')
await attempt(1, 'runSync')
console.log('left ' + (await left(before)))
console.log('handles ' + JSON.parse(n.info()).handles)`,
      // Shells name it differently.
      { shell: 'ulimit -u 64 2>/dev/null || ulimit -p 64' },
    )
    const [ran, pool, first, second, ...rest] = out.trim().split('\n')
    expect([ran, pool]).toEqual(['ran', 'THREADS_UNAVAILABLE'])
    for (const line of [first, second])
      expect(line).toMatch(/^THREADS_UNAVAILABLE: A thread for stage \w+ cannot be started/)
    expect(rest).toEqual(['left 0', 'handles 0'])
    expect(code).toBe(0)
  })
})

describe('names that are not UTF-8', { timeout: 60_000 }, () => {
  test('are refused, or shown as far as they can be', async () => {
    const { out, code } = await runChild(`
const attempt = (name, f) => { try { console.log(name + ': ' + f()) } catch (e) { console.log(name + ': ' + e.code) } }
attempt('data', () => nd.tensor({ data: new Uint8Array(3), shape: [3], layout: 'é' }).layout)
// Straight to native code, as an arena of another writer could hold it.
const t = nd.tensor({ data: new Uint8Array(3), shape: [3], layout: 'X' })
const bytes = new Uint8Array(t.view.value.storage.slot.buffer)
const at = Number(new DataView(bytes.buffer).getBigInt64(48, true)) + 8
bytes[at] = 0xe9
attempt('shape', () => nd.cast(t, { dtype: 'float32' }).shape)
attempt('layout', () => JSON.stringify(nd.gaussianBlur(t, { sigma: 1 }).layout))
attempt('data', () => nd.cast(t, { dtype: 'float32' }).dataSync())`)
    expect(out.trim().split('\n')).toEqual([
      'data: INVALID_INPUT',
      'shape: 3',
      expect.stringMatching(/^layout: /),
      'data: 0,0,0',
    ])
    expect(code).toBe(0)
  })
})

test('a native call with wrong arguments is an error with a code', { timeout: 60_000 }, async () => {
  const { out, code } = await runChild(`
const n = native()
const calls = {
  info: () => n.programCreate('{}', {}),
  json: () => n.programCreate('not json', {}),
  setup: () => n.programSetup(12345, 0, new Int32Array(1), 0, 1, 0),
  count: () => {
    const plan = { batchSize: 1, threads: 1, seed: 0, inputs: [], outputs: [0], ops: [{ op: 'random.uniform', id: 0, inputs: [], outputs: [0], args: {}, argInputs: {} }] }
    return n.programSetup(n.programCreate(JSON.stringify(plan), {}), 0, new Float64Array(4), 0, -1, 0)
  },
}
for (const [name, call] of Object.entries(calls)) {
  try { console.log(name + ': ' + call()) } catch (e) { console.log(name + ': ' + e.constructor.name + ' ' + e.code) }
}`)
  expect(out.trim().split('\n')).toEqual([
    'info: PipelineError INTERNAL',
    'json: PipelineError INTERNAL',
    'setup: PipelineError PIPELINE_CLOSED',
    'count: PipelineError OUT_OF_MEMORY',
  ])
  expect(code).toBe(0)
})
