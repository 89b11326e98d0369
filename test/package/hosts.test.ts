// The packages that are published, in the ways in which a server runs: node --watch, cluster, worker threads, Bun,
// Deno, and Jest.
// @module-tag long
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, installTimeout, name } from '../util/installed.js'
import { nodes, peers } from '../util/nodes.js'
import { installPublished, written } from '../util/published.js'

const bun = join(peers, 'node_modules/@oven/bun-linux-x64/bin/bun')
const deno = join(peers, 'node_modules/@deno/linux-x64-glibc/deno')
const jest = join(peers, 'node_modules/jest/bin/jest.js')
for (const [host, file] of Object.entries({ Bun: bun, Deno: deno, Jest: jest }))
  if (written && !existsSync(file))
    console.warn(`skipped: ${host} is not installed; \`sh tools/install/peers.sh\` does that`)

let project = ''
beforeAll(() => {
  if (written) project = installPublished()
}, installTimeout)

const env = { HOME: '/tmp', PATH: process.env.PATH }
const write = (file: string, text: string) => writeFileSync(join(project, file), text)
const run = (program: string, ...args: string[]) =>
  spawnSync(program, args, { cwd: project, encoding: 'utf8', timeout: 60_000, env })

/** Declares `define`, a pipeline over the bundled photos. */
const define = `
  import { fn, pipelineDef } from '${name}'
  const define = (shard) => pipelineDef({ batchSize: 4, numThreads: 2 }, () => {
    const [jpegs, labels] = fn.readers.file({ fileRoot: 'node_modules/${name}/data/photos', ...shard })
    return [fn.resize(fn.decoders.image(jpegs), { size: [32, 32] }), labels]
  })()
  const count = async (pipe) => {
    let n = 0
    for await (const [images] of pipe) n += images.length
    await pipe.close()
    return n
  }`

describe.skipIf(!written)('the packages that are published', () => {
  test('restart with node --watch while a pipeline runs, and end with it', async () => {
    const program = (mark: string) => `${define}
      const pipe = define()
      console.log('${mark}', process.pid)
      for (;;) for await (const [images] of pipe) images.release()`
    write('watched.mjs', program('first'))
    const child = spawn(process.execPath, ['--watch', 'watched.mjs'], { cwd: project, env })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const ended = new Promise((resolve) => child.on('exit', resolve))
    const pidOf = (mark: string) => Number(new RegExp(`^${mark} (\\d+)$`, 'm').exec(said)?.[1])
    const runs = (pid: number) =>
      existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    const soon = { timeout: 30_000 }
    await expect.poll(() => pidOf('first'), soon).toBeGreaterThan(0)
    write('watched.mjs', program('second'))
    await expect.poll(() => pidOf('second'), soon).toBeGreaterThan(0)
    await expect.poll(() => runs(pidOf('first')), soon).toBe(false)
    child.kill('SIGTERM')
    await ended
    await expect.poll(() => runs(pidOf('second')), soon).toBe(false)
  }, 120_000)

  test('run in the workers of a cluster, a shard each', () => {
    write(
      'cluster.mjs',
      `${define}
      import cluster from 'node:cluster'
      if (cluster.isPrimary) {
        const shards = [0, 1].map((shardId) => cluster.fork({ shardId }))
        const all = (event) => Promise.all(shards.map((worker) => new Promise((resolve) => worker.on(event, resolve))))
        const [counts, codes] = await Promise.all([all('message'), all('exit')])
        console.log(counts.join(), codes.join())
      } else {
        const n = await count(define({ numShards: 2, shardId: Number(process.env.shardId) }))
        process.send(n, () => cluster.worker.disconnect())
      }`,
    )
    const { stdout, stderr } = run(process.execPath, 'cluster.mjs')
    expect([stdout, stderr]).toEqual(['12,12 0,0\n', ''])
  })

  test('run in worker threads, of which one is terminated in the middle', () => {
    write(
      'threads.mjs',
      `${define}
      import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
      if (isMainThread) {
        const start = (epochs) => new Worker(new URL(import.meta.url), { workerData: epochs })
        const said = (worker) => new Promise((resolve) => worker.once('message', resolve))
        const [one, other] = [start(0), start(1e6)]
        const counts = Promise.all([said(one), count(define())])
        await said(other)
        await other.terminate()
        console.log((await counts).join())
      } else {
        parentPort.postMessage(await count(define()))
        const pipe = define()
        for (let i = 0; i < workerData; i++) for await (const [images] of pipe) images.release()
        await pipe.close()
      }`,
    )
    const { status, stdout, stderr } = run(process.execPath, 'threads.mjs')
    expect([status, stdout, stderr]).toEqual([0, '24,24\n', ''])
  })

  const others = [
    ['Bun', bun, []],
    // What a program needs that reads files, finds the machine's cores and loads the addon.
    ['Deno', deno, ['run', '--no-prompt', '--allow-read', '--allow-env', '--allow-sys', '--allow-ffi']],
  ] as const
  const there = others.filter(([, program]) => existsSync(program))

  test.each(there)("run the first program of the documents on %s, with Node.js's bytes", (_, program, args) => {
    write('train.mjs', codeOf(project, 'docs/start/install.md', 'js'))
    const numbers = (text: string) => text.match(/^24 images, .*$/gm)
    const expected = numbers(run(process.execPath, 'train.mjs').stdout)
    // A thread that starts late must not miss what it is told: each run may take another turn.
    for (let i = 0; i < 3; i++) {
      const { status, stdout, stderr } = run(program, ...args, 'train.mjs')
      expect([status, stderr, numbers(stdout)?.length]).toEqual([0, '', 3])
      expect(numbers(stdout)).toEqual(expected)
    }
  })

  test.each(there)('name the line of a mistake, and end with a pipeline left open, on %s', (_, program, args) => {
    write(
      'mistake.mjs',
      `${define}
      import * as nd from '${name}/dynamic'
      console.log(...await nd.tensor([1, 2]).add(1).data())
      const wrong = pipelineDef({ batchSize: 1 }, () => fn.resize(fn.random.uniform(), { size: [1, 1] }))()
      await wrong.run().catch(({ code, callSite }) => console.log(code, /mistake\\.mjs:\\d+/.test(callSite)))
      await wrong.close()
      for await (const [images] of define()) {
        console.log(images.length)
        break
      }`,
    )
    const { status, stdout, stderr } = run(program, ...args, 'mistake.mjs')
    expect([status, stdout, stderr]).toEqual([0, '2 3\nINVALID_INPUT true\n4\n', ''])
  })

  // Jest runs test files in a realm of its own, and loads modules itself.
  const jestTests = `
    const photos = 'node_modules/${name}/data/photos'
    test('a batch', async () => {
      const pipe = pipelineDef({ batchSize: 4, numThreads: 1 }, () => {
        const [jpegs, labels] = fn.readers.file({ fileRoot: photos })
        return { images: fn.resize(fn.decoders.image(jpegs), { size: new Float32Array([32, 32]) }), labels }
      })()
      const { images } = await pipe.run()
      expect(images.shape(0)).toEqual([32, 32, 3])
      await pipe.close()
      expect([...(await nd.tensor(new Float32Array([1, 2])).add(1).data())]).toEqual([2, 3])
    })
    test('an error', async () => {
      const pipe = pipelineDef({ batchSize: 1 }, () => fn.resize(fn.random.uniform(), { size: [1, 1] }))()
      const callSite = expect.stringContaining(__filename)
      await expect(pipe.run()).rejects.toMatchObject({ code: 'INVALID_INPUT', callSite })
      await pipe.close()
      expect(() => pipelineDef({ batchSize: 1 }, () => fn.resize())()).toThrow(/one\\.test/)
    })`
  const modules = [
    [
      'require()',
      'one.test.js',
      "const { fn, pipelineDef } = require('penstock-data')\nconst nd = require('penstock-data/dynamic')",
    ],
    [
      'import',
      'one.test.mjs',
      "import { fn, pipelineDef } from 'penstock-data'\nimport * as nd from 'penstock-data/dynamic'\nconst __filename = import.meta.filename ?? 'one.test.mjs'",
    ],
  ] as const
  const runs = nodes.flatMap(([version, node]) =>
    modules.map(([way, file, head]) => [way, version, node, file, head] as const),
  )

  test.skipIf(!existsSync(jest)).each(runs)('run in Jest, by %s, on %s', (way, _, node, file, head) => {
    write(file, head + jestTests)
    const args = way === 'import' ? ['--experimental-vm-modules', '--no-warnings'] : []
    const match = ['--rootDir', project, '--testMatch', `**/${file}`, '--no-cache']
    const { status, stderr } = run(node, ...args, jest, ...match)
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^Tests: +2 passed, 2 total$/m)])
  })

  test.skipIf(!existsSync(bun))('give their memory back on Bun', () => {
    write(
      'memory.mjs',
      `${define}
      import * as nd from '${name}/dynamic'
      const pipe = define()
      const rss = []
      for (let i = 0; i < 60; i++) {
        for await (const [images] of pipe) nd.resize(images.at(0), { size: [8, 8] })
        rss.push(process.memoryUsage().rss)
      }
      await pipe.close()
      console.log(rss[59] - rss[20] < 64e6)
      process.exit()`,
    )
    const { stdout, stderr } = run(bun, 'memory.mjs')
    expect([stdout, stderr]).toEqual(['true\n', ''])
  })
})
