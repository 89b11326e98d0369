// A native thread that never comes back: the watchdog says where it is, close() settles, the process ends, and what is
// not stuck goes on. PENSTOCK_TEST_STUCK makes one, which comes back when a file is removed; each case is a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { someFiles, tempFolder } from '../../util/files.js'

const data = someFiles(16)
const dist = new URL('../../../dist/', import.meta.url).href

const prelude = (held: string) => `
import { existsSync, rmSync } from 'node:fs'
import { fn, pipelineDef } from '${dist}index.js'
import { native } from '${dist}native.js'
const make = (options) => pipelineDef({ seed: 1, ...options }, () => {
  const [bytes] = fn.readers.file({ fileRoot: ${JSON.stringify(data.root)}, files: ${JSON.stringify(data.files)} })
  return [fn.cast(bytes, { dtype: 'float32' })]
})()
const pause = (ms) => new Promise((r) => setTimeout(r, ms))
const stuck = async () => { while (!existsSync('${held}')) await pause(5) }
const free = () => rmSync('${held}')
const handles = () => JSON.parse(native().info()).handles
process.on('warning', (w) => console.log(w.code, w.message.replace(/ for [^ ]+ m?s$/, '')))
`

interface Ended {
  code: number | null
  signal: string | null
  lines: string[]
}

/** Runs the lines where the sample that `stuck` names never ends, or ends when they call free(); stuck() waits for it. */
async function script(stuck: string, body: string, kill?: NodeJS.Signals): Promise<Ended> {
  const folder = tempFolder()
  const [file, held] = [join(folder, 'job.mjs'), join(folder, 'held')]
  writeFileSync(file, prelude(held) + body)
  const child = spawn(process.execPath, ['--no-warnings', file], {
    env: { ...process.env, PENSTOCK_TEST_STUCK: `${stuck}:${held}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  const note = (chunk: Buffer) => {
    out += chunk
    if (kill && out.includes('ready')) child.kill(kill)
  }
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  const timer = setTimeout(() => child.kill('SIGKILL'), 100_000)
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  clearTimeout(timer)
  return { code, signal, lines: out.split('\n').filter(Boolean) }
}

const file = (i: number) => join(data.root, data.files[i]!)

describe.concurrent('a thread that never comes back', { timeout: 120_000 }, () => {
  test.each([
    // A batch of one is made by the stage's own thread, a larger one by threads of the pool.
    ['of a stage', { batchSize: 1, numThreads: 1 }, 2],
    ['of the pool', { batchSize: 8, numThreads: 2 }, 0],
  ])('%s: the watchdog tells the sample, close() settles, the process ends by itself', async (_, options, before) => {
    const { code, lines } = await script(
      'cast:2',
      `const pipe = make({ ...${JSON.stringify(options)}, watchdog: 0.3 })
      // On a busy machine other batches may take longer than the watchdog allows: they come with the next call.
      for (let i = 0; i < ${before}; ) await pipe.run().then(() => i++, (e) => { if (e.code !== 'STALLED') throw e })
      const where = async () => {
        try {
          await pipe.run()
        } catch ({ code, message }) {
          const line = message.split('\\n').find((l) => l.includes('works on sample 2'))
          return line && code + ' ' + line
        }
      }
      let line
      while (!(line = await where()));
      console.log(line)
      await pipe.close()
      console.log('closed', pipe.statistics().stages.length)
      // The pool has a thread for it all the same.
      const other = pipelineDef({ batchSize: 8, numThreads: 1, seed: 1 }, () => fn.random.uniform({ shape: [10000] }))()
      const [x] = await other.run()
      await other.close()
      console.log('other', x.length)`,
    )
    expect(lines[0]).toMatch(
      /^STALLED +cpu: works on sample 2 \(.*\) in cast at .*job\.mjs:\d+:\d+ for [\d.]+ m?s, after/,
    )
    expect(lines[0]).toContain(file(2))
    expect(lines.slice(1).map((line) => line.replace(/\(.*/, ''))).toEqual(
      expect.arrayContaining([
        'closed 3',
        'other 8',
        'THREAD_LEFT A thread of stage cpu was left behind when the pipeline was closed: it has not come back from sample 2 ',
      ]),
    )
    expect([code, lines.length]).toEqual([0, 4])
  })

  test('is left by close() though its actor waits for the batch', async () => {
    const { code, lines } = await script(
      'cast:2',
      `const pipe = pipelineDef({ batchSize: 8, numThreads: 2, seed: 1, watchdog: 0.3 }, () =>
        [fn.cast(fn.random.uniform({ shape: [20000] }), { dtype: 'uint8' })])()
      await pipe.run().catch((e) => console.log(e.code))
      await pipe.close()
      console.log('closed', handles() > 0)`,
    )
    expect(lines.map((line) => line.replace(/:.*/, '')).sort()).toEqual([
      'STALLED',
      'THREAD_LEFT A thread of stage cpu was left behind when the pipeline was closed',
      'closed true',
    ])
    expect(code).toBe(0)
  })

  test('is not taken for one because the process stood still, as after Ctrl-Z', async () => {
    const { code, lines } = await script(
      'cast:2',
      `const pipe = make({ batchSize: 1, numThreads: 1, watchdog: 1 })
      pipe.run().then(() => pipe.run()).then(() => pipe.run()).catch(() => {})
      await stuck()
      const closing = pipe.close()
      await pause(50)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000)
      setTimeout(free, 100)
      await closing
      console.log('closed')`,
    )
    expect([code, lines]).toEqual([0, ['closed']])
  })

  test('does not keep process.exit() from ending the process', async () => {
    const { code } = await script('cast:2', `make({ batchSize: 1 }).run(); await stuck(); process.exit(7)`)
    expect(code).toBe(7)
  })

  test('does not keep a process with nothing left to do from ending', async () => {
    const { code, lines } = await script(
      'cast:1',
      `const pipe = make({ batchSize: 1, numThreads: 1 }); await pipe.run(); await stuck(); process.exitCode = 5; console.log('done')`,
    )
    expect([code, lines]).toEqual([5, ['done']])
  })

  test('does not keep a SIGINT handler from exiting', async () => {
    const { code } = await script(
      'cast:2',
      `process.on('SIGINT', () => process.exit(6)); make({ batchSize: 4, numThreads: 2 }).run(); await stuck(); console.log('ready')`,
      'SIGINT',
    )
    expect(code).toBe(6)
  })

  test('does not keep process.exit() from ending the process in imperative mode', async () => {
    const { code } = await script(
      'cast:0',
      `const nd = await import('${dist}dynamic.js')
      nd.cast(nd.random.uniform({ shape: [1e6] }), { dtype: 'int32' }).data()
      await stuck()
      process.exit(8)`,
    )
    expect(code).toBe(8)
  })

  test('is not a sample that only takes long: close() waits for it', async () => {
    const { code, lines } = await script(
      'cast:2',
      `const pipe = make({ batchSize: 4, numThreads: 2 })
      pipe.run().catch((e) => console.log(e.code))
      await stuck()
      const closed = pipe.close().then(() => 'closed')
      console.log(await Promise.race([closed, pause(800).then(() => 'waits')]))
      free()
      console.log(await closed, handles())`,
    )
    expect([code, lines.sort()]).toEqual([0, ['PIPELINE_CLOSED', 'closed 0', 'waits']])
  })

  test('gives everything back if it comes back after all', async () => {
    const { code, lines } = await script(
      'cast:2',
      `const pipe = make({ batchSize: 4, numThreads: 2, watchdog: 0.2 })
      await pipe.run().catch((e) => console.log(e.code))
      await pipe.close()
      console.log('closed', handles() > 0)
      free()
      while (handles()) await pause(20)
      console.log('all is back')`,
    )
    expect(code).toBe(0)
    expect(lines.filter((line) => !line.startsWith('THREAD_LEFT'))).toEqual(['STALLED', 'closed true', 'all is back'])
    expect(lines).toHaveLength(4)
  })
})
