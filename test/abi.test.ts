// The native boundary: which functions there are, that a stale addon is refused, and what holds of shared constants.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as abi from '../src/generated/abi.js'
import { checkAbi, native, type SystemInfo } from '../src/native.js'
import { failure } from './util/collect.js'

const root = new URL('../', import.meta.url)
const addon = () =>
  createRequire(import.meta.url)(fileURLToPath(new URL('build/Release/penstock.node', root))) as Record<string, unknown>

describe('the addon', () => {
  test('exports these functions and no more', () => {
    expect(Object.keys(addon()).sort()).toEqual([
      'acquire',
      'address',
      'bridgeDropped',
      'bridgeExport',
      'bridgeExports',
      'bridgeGivenBack',
      'bridgeLock',
      'bridgePeer',
      'bridgeSend',
      'bridgeShare',
      'close',
      'configure',
      'datasetBuild',
      'detach',
      'deviceMarks',
      'deviceOrder',
      'deviceRead',
      'deviceReserve',
      'dlpack',
      'endProcess',
      'evalOpen',
      'evalShapes',
      'evalSubmit',
      'evalTake',
      'evalThreads',
      'evalView',
      'expandPaths',
      'folderList',
      'formatsFind',
      'gpu',
      'gpuSync',
      'hugePages',
      'indexWrite',
      'info',
      'listen',
      'open',
      'outputs',
      'pinThreads',
      'pressure',
      'programAppend',
      'programBad',
      'programCalls',
      'programCreate',
      'programDone',
      'programFinish',
      'programRun',
      'programSettle',
      'programSetup',
      'programStart',
      'publish',
      'range',
      'readerAt',
      'readerDone',
      'readerNext',
      'readerOpen',
      'readerSeek',
      'readingFind',
      'report',
      'resize',
      'signal',
      'stop',
      'storeEnd',
      'storeGive',
      'storeOpen',
      'storeTake',
      'streamDefault',
      'streamOpen',
      'taskTake',
      'threadGroup',
      'trim',
      'videoFrames',
      'wait',
    ])
    expect(Object.keys(addon()).length).toBeLessThanOrEqual(72)
    const { addonPath: _, ...typed } = native() as unknown as Record<string, unknown>
    expect(Object.keys(typed).sort()).toEqual(Object.keys(addon()).sort())
  })

  test('carries the hash of the sources it was built from; any other is refused', async () => {
    const { abi: hash } = JSON.parse(native().info()) as SystemInfo
    expect(hash).toBe(abi.abiHash)
    checkAbi(hash)
    const wrong = hash.replace(/.$/, (c) => (c === '0' ? '1' : '0'))
    expect(await failure(() => checkAbi(wrong))).toMatchObject({
      code: 'NATIVE_UNAVAILABLE',
      // The folder of the package, since a project that has installed it has no such script.
      hint: `Rebuild it with \`npm run build:native\` in ${fileURLToPath(root).replace(/\/$/, '')}`,
    })
  })

  test('survives wrong handles and arguments', async () => {
    const n = native()
    const block = n.open(new Uint8Array(new SharedArrayBuffer(4096)))
    for (const call of [
      () => n.resize(-1, 10),
      () => n.acquire(999_999, 0, true),
      () => n.acquire(block, 4096, true),
      () => n.acquire(block, -128, true),
      () => n.publish(block, 3000, true, 0),
      () => n.signal(block, 1 << 20, 1),
      () => n.programRun(block, block, -1),
      () => n.programFinish(block, block, 0),
      () => n.report(999_999),
      () => n.programCreate('{', {}),
      () => n.programCreate(undefined as never, {}),
      () => n.open({} as never),
      () => n.trim(-1, 0),
      () =>
        n.trim(
          n.listen(
            () => {},
            () => {},
          ),
          0,
        ),
    ]) {
      expect((await failure(call)).code, String(call)).toMatch(/^(INTERNAL|PIPELINE_CLOSED)$/)
    }
    expect([n.close(block), n.close(block)]).toEqual([true, false])
  })
})

describe('shared constants', () => {
  test('abi.json is what both generated files were made from', () => {
    const json = JSON.parse(readFileSync(new URL('native/abi.json', root), 'utf8')) as {
      dtypes: { name: string; id: number }[]
      errorCodes: { name: string; doc: string }[]
    }
    expect(abi.dtypeNames).toEqual(json.dtypes.map((d) => d.name))
    expect(Object.keys(abi.errorCodes)).toEqual(json.errorCodes.map((e) => e.name))
    // Error codes and dtypes are public in C++, and so in a header of their own.
    const header = ['abi.h', 'penstock/types.h']
      .map((name) => readFileSync(new URL(`native/generated/${name}`, root), 'utf8'))
      .join('\n')
    expect(header).toContain(abi.abiHash)
    for (const { name } of json.errorCodes) expect(header).toContain(name)
  })

  test('layouts do not overlap', () => {
    const { ring, arena } = abi
    expect(ring.ringTail).toBeGreaterThanOrEqual(ring.line)
    expect(ring.ringSlots + 4 * ring.maxCapacity).toBeLessThanOrEqual(ring.ringBytes)
    expect(ring.mailboxFull + ring.ringBytes).toBeLessThanOrEqual(ring.mailboxFree)
    expect(ring.mailboxFree + ring.ringBytes).toBeLessThanOrEqual(ring.mailboxBytes)
    expect(arena.dShape + 4 * arena.maxDims).toBeLessThanOrEqual(arena.sampleDescBytes)
    for (const size of [arena.headerBytes, arena.sampleInfoBytes, arena.outputDescBytes, arena.sampleDescBytes]) {
      expect(size % arena.align).toBe(0)
    }
  })
})
