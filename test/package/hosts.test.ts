// The packages that are published, in the ways in which a server runs: node --watch, cluster, worker threads, and Bun.
// @module-tag long
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, installTimeout, name } from '../util/installed.js'
import { peers } from '../util/nodes.js'
import { installPublished, written } from '../util/published.js'

const bun = join(peers, 'node_modules/@oven/bun-linux-x64/bin/bun')
if (written && !existsSync(bun)) console.warn('skipped: Bun is not installed; `sh tools/peers.sh` does that')

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

  test.skipIf(!existsSync(bun))("run the README's first example on Bun, with Node.js's bytes", () => {
    const example = codeOf(project, 'README.md', 'js')
    write('train.mjs', example)
    const { status, stdout, stderr } = run(bun, 'train.mjs')
    const numbers = (text: string) => text.match(/^24 images, .*$/gm)
    expect([status, stderr, numbers(stdout)?.length]).toEqual([0, '', 3])
    expect(numbers(stdout)).toEqual(numbers(run(process.execPath, 'train.mjs').stdout))
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
