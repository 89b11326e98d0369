// Whole processes that end while a pipeline runs, in every way a process or a worker can end; none may hang or crash.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { someFiles, tempFolder } from '../../util/files.js'
import { portion } from '../../util/soak.js'

const index = fileURLToPath(import.meta.resolve('penstock-data')).replace(/src\/index\.ts$/, 'dist/index.js')
const data = someFiles(40)

/** Defines `make()`: a pipeline with a reader, a source and native work. */
const prelude = `
import { fn, pipelineDef } from ${JSON.stringify(index)}
import { Worker, isMainThread, parentPort } from 'node:worker_threads'
const root = ${JSON.stringify(data.root)}, files = ${JSON.stringify(data.files)}
const make = (source = (i) => [i, i, i, i]) => pipelineDef({ batchSize: 4, numThreads: 2, seed: 1 }, () => {
  const [bytes] = fn.readers.file({ fileRoot: root, files, randomShuffle: true })
  return [fn.cast(bytes, { dtype: 'float32' }), fn.externalSource({ source })]
})()
const forever = async (pipe) => { for (;;) (await pipe.run())[0].release() }
`

interface Ended {
  code: number | null
  signal: string | null
  out: string
  /** From the first output, or the start, to the end. */
  ms: number
}

async function script(
  body: string,
  options: { env?: Record<string, string>; kill?: NodeJS.Signals } = {},
): Promise<Ended> {
  const file = join(tempFolder(), 'job.mjs')
  writeFileSync(file, prelude + body)
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let from = performance.now()
  child.stdout.on('data', (chunk) => {
    if (!out) {
      from = performance.now()
      if (options.kill) child.kill(options.kill)
    }
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    out += chunk
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), 50_000)
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  clearTimeout(timer)
  return { code, signal, out, ms: performance.now() - from }
}

describe.concurrent('a process', () => {
  const uses = [
    ['left in a loop', 'for await (const _ of pipe) break'],
    ['never run', ''],
    ['built', 'await pipe.build()'],
    ['that ran', 'await pipe.run(); await pipe.run()'],
    ['in an epoch that is over', 'for await (const _ of pipe);'],
  ]
  test.each(portion(uses, 4))(
    'ends by itself with a pipeline %s and never closed',
    { tags: 'property' },
    async (_, use) => {
      const { code, out, ms } = await script(`const pipe = make(); ${use}\nconsole.log('done')`)
      expect([code, out]).toEqual([0, 'done\n'])
      expect(ms).toBeLessThan(20_000)
    },
  )

  test('does not end before a pending run() has its batch', async () => {
    const { code, out } = await script(`
      const slow = async (i) => { await new Promise((r) => setTimeout(r, 150)); return [i, i, i, i] }
      make(slow).run().then(([, x]) => console.log('got', x.length))`)
    expect([code, out]).toEqual([0, 'got 4\n'])
  })

  test('ends by process.exit() with a running pipeline', async () => {
    const { code, ms } = await script(`
      const pipe = make(); forever(pipe).catch(() => {})
      setTimeout(() => { console.log('exit'); process.exit(7) }, 150)`)
    expect(code).toBe(7)
    expect(ms).toBeLessThan(20_000)
  })

  test('ends by an uncaught exception with a running pipeline', async () => {
    const { code, out, ms } = await script(`
      const pipe = make(); forever(pipe).catch(() => {})
      setTimeout(() => { console.log('now'); throw new Error('on purpose') }, 150)`)
    expect(code).toBe(1)
    expect(out).toContain('on purpose')
    expect(ms).toBeLessThan(20_000)
  })

  test.each(portion(['SIGINT', 'SIGTERM'] as const, 2))(
    'ends by %s with a running pipeline',
    { tags: 'property' },
    async (kill) => {
      const { signal, ms } = await script(
        `const pipe = make(); (await pipe.run())[0].release(); console.log('running'); await forever(pipe)`,
        { kill },
      )
      expect(signal).toBe(kill)
      expect(ms).toBeLessThan(20_000)
    },
  )

  test('can close in order in a SIGINT handler', async () => {
    const { code, out } = await script(
      `const pipe = make(); await pipe.run()
       process.once('SIGINT', async () => { await pipe.close(); console.log('closed') })
       console.log('running')
       await forever(pipe).catch((e) => console.log(e.code))`,
      { kill: 'SIGINT' },
    )
    expect([code, out.split('\n').sort().filter(Boolean)]).toEqual([0, ['PIPELINE_CLOSED', 'closed', 'running']])
  })

  test('gives exit code 1 and the words of a failing graph', async () => {
    const { code, out } = await script(`
      const pipe = pipelineDef({ batchSize: 1, seed: 1 }, () => fn.readers.file({ files: ['none.bin'] }))()
      await pipe.run()`)
    expect(code).toBe(1)
    expect(out).toMatch(/FILE_NOT_FOUND|none\.bin/)
  })

  test('gives the bytes that another process gives for its seed', async () => {
    const body = `
      import { createHash } from 'node:crypto'
      const hash = createHash('sha256')
      const pipe = make()
      for (let i = 0; i < 25; i++) for (const list of await pipe.run()) hash.update(list.dataSync())
      await pipe.close()
      console.log(hash.digest('hex'))`
    const [a, b] = await Promise.all([
      script(body),
      script(body, { env: { PENSTOCK_NUM_THREADS: '1', PENSTOCK_SIMD: 'baseline' } }),
    ])
    expect(a!.out).toMatch(/^[0-9a-f]{64}\n$/)
    expect(b!.out).toBe(a!.out)
  })
})

describe('worker threads', () => {
  const inWorkers = `
    const file = new URL(import.meta.url)
    if (!isMainThread) {
      const pipe = make()
      ;(await pipe.run())[0].release()
      parentPort.postMessage('running')
      await forever(pipe)
    }
    const start = () => new Promise((resolve, reject) => {
      const w = new Worker(file)
      w.once('message', () => resolve(w))
      w.once('error', reject)
    })`

  test('may be terminated with a pipeline in them', { tags: 'long' }, async () => {
    const { code, out } = await script(`${inWorkers}
      if (isMainThread) {
        const here = make()
        for (let i = 0; i < 3; i++) {
          const w = await start()
          ;(await here.run())[0].release()
          await w.terminate()
          ;(await here.run())[0].release()
        }
        await here.close()
        console.log('fine')
      }`)
    expect([code, out]).toEqual([0, 'fine\n'])
  })

  test('share the addon: of 8 workers 4 are killed', { tags: 'long' }, async () => {
    const { code, out } = await script(`${inWorkers}
      if (isMainThread) {
        const workers = await Promise.all(Array.from({ length: 8 }, start))
        await Promise.all(workers.slice(0, 4).map((w) => w.terminate()))
        const here = make()
        for (let i = 0; i < 5; i++) (await here.run())[0].release()
        await here.close()
        await Promise.all(workers.slice(4).map((w) => w.terminate()))
        const { native } = await import(${JSON.stringify(index.replace('index.js', 'native.js'))})
        console.log('handles', JSON.parse(native().info()).handles)
      }`)
    expect([code, out]).toEqual([0, 'handles 0\n'])
  })

  test('end alone when they call process.exit()', async () => {
    const { code, out } = await script(`
      if (!isMainThread) {
        const pipe = make(); (await pipe.run())[0].release(); forever(pipe).catch(() => {})
        setTimeout(() => process.exit(3), 50)
      } else {
        const w = new Worker(new URL(import.meta.url))
        w.on('exit', async (code) => {
          const pipe = make(); await pipe.run(); await pipe.close()
          console.log('worker', code)
        })
      }`)
    expect([code, out]).toEqual([0, 'worker 3\n'])
  })
})
