// The environment's say about threads, and what the kernel then says of the pool's.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { affinityMask, defaultThreads, startThreads } from '../../../src/engine/threads.js'
import { native, type SystemInfo } from '../../../src/native.js'
import { failure } from '../../util/collect.js'
import { tempFolder } from '../../util/files.js'

const run = promisify(execFile)
const { cpu } = JSON.parse(native().info()) as SystemInfo
const first = Number.parseInt(cpu.allowed, 10)
const last = Number(/\d+$/.exec(cpu.allowed)![0])

function withEnv<T>(env: Record<string, string>, body: () => T): T {
  for (const name of ['NUM_THREADS', 'AFFINITY_MASK']) {
    for (const prefix of ['PENSTOCK', 'DALI']) vi.stubEnv(`${prefix}_${name}`, env[`${prefix}_${name}`])
  }
  try {
    return body()
  } finally {
    vi.unstubAllEnvs()
  }
}

/** A process of its own, as the pool is the process's: the CPUs of its pool threads after `body`. */
async function pinned(body: string, env: Record<string, string> = {}, taskset?: string): Promise<string[]> {
  const file = join(tempFolder(), 'job.mjs')
  const threads = fileURLToPath(new URL('../../../dist/engine/threads.js', import.meta.url))
  writeFileSync(
    file,
    `import { readdirSync, readFileSync } from 'node:fs'
import { startThreads } from ${JSON.stringify(threads)}
${body}
const out = []
for (const task of readdirSync('/proc/self/task')) {
  const status = readFileSync('/proc/self/task/' + task + '/status', 'utf8')
  const n = /^Name:\\tpenstock\\/(\\d+)$/m.exec(status)
  if (n) out[n[1]] = /^Cpus_allowed_list:\\t(.*)$/m.exec(status)[1]
}
console.log(JSON.stringify(out))
process.exit()`,
  )
  const command = taskset ? ['taskset', '-c', taskset, process.execPath, file] : [process.execPath, file]
  const clean = { ...process.env, PENSTOCK_AFFINITY_MASK: '', DALI_AFFINITY_MASK: '', ...env }
  return JSON.parse((await run(command[0]!, command.slice(1), { env: clean })).stdout)
}

describe('the number of threads', () => {
  test('is PENSTOCK_NUM_THREADS, then DALI_NUM_THREADS, then what the process may use', () => {
    expect(withEnv({ PENSTOCK_NUM_THREADS: '3', DALI_NUM_THREADS: '5' }, defaultThreads)).toBe(3)
    expect(withEnv({ PENSTOCK_NUM_THREADS: '', DALI_NUM_THREADS: '5' }, defaultThreads)).toBe(5)
    expect(withEnv({}, defaultThreads)).toBe(cpu.usable)
  })

  test.each(['0', '1025', '2.5', 'all', '-1'])('is not %s', async (value) => {
    expect(await failure(() => withEnv({ DALI_NUM_THREADS: value }, defaultThreads))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: `Expected an integer from 1 to 1024 for DALI_NUM_THREADS but received '${value}'`,
    })
  })
})

describe('the affinity mask', () => {
  test('is a list of CPUs, in order', () => {
    expect([...withEnv({}, affinityMask)]).toEqual([])
    expect([...withEnv({ PENSTOCK_AFFINITY_MASK: `${last}, ${first},${last}` }, affinityMask)]).toEqual([
      last,
      first,
      last,
    ])
    expect([...withEnv({ DALI_AFFINITY_MASK: `${first}` }, affinityMask)]).toEqual([first])
    expect([...withEnv({ PENSTOCK_AFFINITY_MASK: `${last}`, DALI_AFFINITY_MASK: `${first}` }, affinityMask)]).toEqual([
      last,
    ])
  })

  test.each(['0-3', 'all', '-1', '1.5', ',', '0,', '0x1', '0 1'])('%j is refused', async (value) => {
    expect(await failure(() => withEnv({ PENSTOCK_AFFINITY_MASK: value }, affinityMask))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(
        `Expected CPU ids separated by commas for PENSTOCK_AFFINITY_MASK but received '${value}'`,
      ),
    })
  })

  test('a CPU that the process may not use is refused by name, at the start too', async () => {
    const body = () => withEnv({ DALI_AFFINITY_MASK: `${first},99999` }, () => startThreads(1, true, null))
    const error = await failure(body)
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', hint: 'CPU 99999 is not among them' })
    expect(error.message).toContain(
      `Expected CPUs that this process may use (${cpu.allowed}) for DALI_AFFINITY_MASK but received '${first},99999'`,
    )
    // The native side has the last word.
    expect(await failure(() => native().pinThreads(1, Int32Array.of(99999), null))).toMatchObject({
      code: 'INVALID_ARGUMENT',
    })
  })
})

describe('pool threads', { timeout: 60_000 }, () => {
  test('are free without setAffinity, whatever the mask says', async () => {
    expect(await pinned('startThreads(2, false, null)', { PENSTOCK_AFFINITY_MASK: `${first}` })).toEqual([
      cpu.allowed,
      cpu.allowed,
    ])
  })

  test('are pinned one by one; those left over get the CPUs of the process', async () => {
    const env = { PENSTOCK_AFFINITY_MASK: `${last},${first}` }
    expect(await pinned('startThreads(4, true, null)', env)).toEqual([`${last}`, `${first}`, cpu.allowed, cpu.allowed])
    expect(await pinned('startThreads(1, true, null)', env)).toEqual([`${last}`])
    expect(await pinned('startThreads(2, true, null)')).toEqual([cpu.allowed, cpu.allowed])
    // A later pipeline with more threads pins those too; one without setAffinity changes nothing.
    expect(await pinned('startThreads(1, true, null); startThreads(2, false, null)', env)).toEqual([
      `${last}`,
      cpu.allowed,
    ])
    expect(await pinned('startThreads(1, true, null); startThreads(2, true, null)', env)).toEqual([
      `${last}`,
      `${first}`,
    ])
  })

  test('are free again when the pipeline that pinned them is closed, whatever came of it', async () => {
    const dist = (file: string) => JSON.stringify(new URL(`../../../dist/${file}`, import.meta.url).href)
    const lines = (body: string) => `
      import { fn, pipelineDef } from ${dist('index.js')}
      const source = { source: () => new Uint8Array([1]), batch: false }
      const make = (numThreads, setAffinity = true) =>
        pipelineDef({ batchSize: 1, numThreads, setAffinity }, () => fn.cast(fn.externalSource(source), { dtype: "float32" }))()
      ${body}`
    const env = { PENSTOCK_AFFINITY_MASK: `${last},${first}` }
    const free = cpu.allowed
    const cases: [string, string[]][] = [
      ['const a = make(2); await a.build()', [`${last}`, `${first}`]],
      ['const a = make(2); await a.run(); await a.close()', [free, free]],
      ['const a = make(2); a.runSync(); await a.close(); const b = make(2, false); await b.build()', [free, free]],
      // Each of two pins until its own end; the latest that is open decides.
      ['const a = make(1), b = make(2); await a.build(); await b.build(); await b.close()', [`${last}`, free]],
      ['const a = make(1), b = make(2); await a.build(); await b.build(); await a.close()', [`${last}`, `${first}`]],
    ]
    for (const [body, expected] of cases) expect([body, await pinned(lines(body), env)]).toEqual([body, expected])
  })

  test("stay within the process's own mask", async () => {
    expect(await pinned('startThreads(2, true, null)', { DALI_AFFINITY_MASK: `${last}` }, `${last}`)).toEqual([
      `${last}`,
      `${last}`,
    ])
    if (first === last) return
    const other = pinned('startThreads(2, true, null)', { DALI_AFFINITY_MASK: `${first}` }, `${last}`)
    await expect(other).rejects.toThrow(`may use (${last}) for DALI_AFFINITY_MASK but received '${first}'`)
  })
})
