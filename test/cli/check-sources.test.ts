// penstock-data check over the data of every reader that is recognised, on disks and in stores: what it measures, and the circle
// from its skip list to the reader.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TensorList } from 'penstock-data'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Scan } from '../../src/cli/check/scan.js'
import { CheckedSet } from '../../src/cli/check/set.js'
import type { CheckReport } from '../../src/cli/check/types.js'
import { nodesOf } from '../../src/cli/job.js'
import { type Recognised, recognise } from '../../src/cli/recognise.js'
import { pipelineDef } from '../../src/index.js'
import { jpeg, readerNames, setOf } from '../readers/sets/sets.js'
import { tar } from '../readers/tar.js'
import { StoreServer } from '../util/store-server.js'
import { cli } from './cli.js'

let folder = ''
const at = (...names: string[]) => join(folder, ...names)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-check-'))
  for (const reader of readerNames) {
    mkdirSync(at(reader))
    ;(await setOf(reader)).write((name) => at(reader, name))
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const options = { progress: false, failOn: [], skip: [], threads: 1 }

/** Scans data in this process. */
async function scanned(given: readonly string[]) {
  await using set = await CheckedSet.of(given, { option: 'DATA', decode: true }, options)
  await set.build(options)
  const scan = new Scan(set)
  await scan.run({ update() {}, stop() {} })
  const { count, kind } = set
  const sources = Array.from({ length: count }, (_, i) => set.source(i))
  return { scan, count, kind, sources, last: set.skipNames([count - 1]), bad: [...scan.reasons.values()] }
}

/** The samples that the reader of recognised data gives with a skip list. */
async function rest(data: Recognised, skipList: string): Promise<string[]> {
  const define = pipelineDef({ batchSize: 2, onError: 'throw', numThreads: 1 }, () => [
    [...nodesOf(data, { skipList }).values()][0]!,
  ])
  const pipe = define()
  const sources: string[] = []
  for await (const [list] of pipe as unknown as AsyncIterable<[TensorList]>) {
    for (let i = 0; i < list.length; i++) sources.push(list.sourceInfo(i).source)
  }
  await pipe.close()
  return sources
}

describe('check', { timeout: 60_000 }, () => {
  it.each(readerNames)('reads what %s reads, and its list is one for the reader', async (reader) => {
    const { data } = await setOf(reader)
    // One of each way in which the reader gives data.
    const kinds = new Map(data.map((one) => [JSON.stringify(one.gives), one.value]))
    for (const value of kinds.values()) {
      const given = typeof value === 'string' ? [at(reader, value)] : value.map((name) => at(reader, name))
      const { scan, count, sources, last, bad, kind } = await scanned(given)
      expect([value, scan.samples.read, bad]).toEqual([value, count, []])
      expect(scan.decodedBytes).toBeGreaterThan(0)
      if (kind !== 'clip') {
        expect(scan.encodedBytes).toBeGreaterThan(0)
        expect(scan.samples.first.every((first) => first >= 0)).toBe(true)
      }
      // Two samples may be of one file, and then no name is of one of them alone.
      if (sources.filter((source) => source === sources.at(-1)).length > 1) {
        expect(last).toEqual([])
        continue
      }
      const list = at('skip.txt')
      writeFileSync(list, `${last}\n`)
      const found = await recognise(typeof value === 'string' ? given[0]! : given)
      if (count > 1) expect(await rest(found, list)).toEqual(sources.slice(0, -1))
      else await expect(rest(found, list)).rejects.toMatchObject({ code: 'EMPTY_DATASET' })
    }
  })

  it('reads archives on a server, compares them with a folder, and keeps the secrets of URLs', async () => {
    mkdirSync(at('shards'))
    writeFileSync(
      at('shards/0.tar'),
      tar([
        ['a.jpg', jpeg],
        ['b.jpg', 'no image'],
        ['c.jpg', Buffer.concat([jpeg, Buffer.of(0)])],
      ]),
    )
    mkdirSync(at('val'))
    writeFileSync(at('val/v.jpg'), jpeg)
    const server = await StoreServer.open(folder)
    try {
      const args = ['check', `${server.url}/shards/0.tar?token=secret`, '--against', at('val')]
      const files = ['--json', at('r.json'), '--skip-list', at('s.txt'), '--html', at('p.html')]
      const { code, stdout, stderr } = await cli([...args, ...files])
      expect([code, stderr]).toEqual([1, ''])
      const report = JSON.parse(readFileSync(at('r.json'), 'utf8')) as CheckReport
      expect(report).toMatchObject({ reader: 'readers.webdataset', read: 3, good: 2, bad: 1 })
      expect(report.findings.map(({ name, count }) => [name, count])).toEqual([
        ['bad', 1],
        ['leaks', 1],
      ])
      const files2 = ['r.json', 's.txt', 'p.html'].map((name) => readFileSync(at(name), 'utf8'))
      expect([stdout, ...files2].join()).not.toContain('secret')
      const data = await recognise([`${server.url}/shards/0.tar?token=secret`])
      expect(await rest(data, at('s.txt'))).toHaveLength(2)
    } finally {
      await server.close()
    }
  })
})
