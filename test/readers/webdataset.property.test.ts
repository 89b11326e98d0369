// readers.webdataset over random archives: the samples against a model of the format, and what holds for every reader
// of containers.
// @module-tag property
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { expect, it } from 'vitest'
import { tempFolder } from '../util/files.js'
import { check } from '../util/soak.js'
import { eachOnce, goesOn, type ReadSet, refusesChanged } from './containers.js'
import { tar } from './tar.js'

const folder = tempFolder()

interface Entry {
  key: string
  extension: string
  size: number
}

const bytesOf = ({ key, extension, size }: Entry, i: number) =>
  Buffer.alloc(size, `${key}.${extension}.${i} `.padEnd(1, '-'))

/** Writes archives that begin anew at `cuts`; returns their paths. */
function write(entries: readonly Entry[], cuts: readonly number[]): string[] {
  const ends = [...new Set(cuts.filter((cut) => cut > 0 && cut < entries.length))].sort((a, b) => a - b)
  return [0, ...ends].map((from, k) => {
    const path = join(folder, `${k}.tar`)
    const files = entries.slice(from, ends[k] ?? entries.length).map((entry, i) => {
      return [`${entry.key}.${entry.extension}`, bytesOf(entry, from + i)] as const
    })
    writeFileSync(path, tar(files))
    return path
  })
}

/** What WebDataset says: neighbours of one key are a sample, and an output is the first component that it takes. */
function model(entries: readonly Entry[], cuts: readonly number[], ext: readonly string[]): (string | null)[][] {
  const samples: Map<string, string>[] = []
  entries.forEach((entry, i) => {
    if (i === 0 || cuts.includes(i) || entries[i - 1]!.key !== entry.key) samples.push(new Map())
    const sample = samples.at(-1)!
    if (!sample.has(entry.extension)) sample.set(entry.extension, bytesOf(entry, i).toString('hex'))
  })
  return samples.map((sample) =>
    ext.map((list) => {
      const wanted = list.split(';')
      return [...sample].find(([extension]) => wanted.includes(extension))?.[1] ?? null
    }),
  )
}

const entries = fc.array(
  fc.record({
    key: fc.constantFrom('a', 'b', 'd/a', 'd.e/a', './c'),
    extension: fc.constantFrom('jpg', 'cls', 'left.jpg', 'x'),
    size: fc.oneof(fc.integer({ min: 0, max: 1500 }), fc.constantFrom(511, 512, 513, 1024)),
  }),
  { minLength: 1, maxLength: 40 },
)

it('gives what a model of the format gives', async () => {
  const exts = fc.constantFrom(['jpg'], ['jpg;x', 'cls'], ['left.jpg', 'jpg', 'cls;left.jpg'])
  const cuts = fc.array(fc.nat(40), { maxLength: 3 })
  const property = fc.asyncProperty(entries, cuts, exts, fc.boolean(), async (list, ends, ext, dontUseMmap) => {
    const define = pipelineDef(
      { batchSize: 5 },
      () => fn.readers.webdataset({ paths: write(list, ends), ext, dontUseMmap }) as unknown as [DataNode],
    )
    await using pipe = define()
    const found: string[][] = []
    for await (const lists of pipe) {
      for (let i = 0; i < lists[0]!.length; i++) {
        found.push(lists.map((l) => Buffer.from(l.at(i).dataSync() as Uint8Array).toString('hex')))
      }
    }
    expect(found).toEqual(model(list, ends, ext).map((sample) => sample.map((bytes) => bytes ?? '')))
  })
  await check(200, 3, property, 10)
})

const read: ReadSet = (size, options, shift) => {
  const list = Array.from({ length: 2 * size }, (_, i) => ({
    key: `${i >> 1}`,
    extension: i % 2 ? 'cls' : 'jpg',
    size: (i * 37 + shift) % 900,
  }))
  const paths = write(list, [2 * Math.floor(size / 3), 2 * Math.floor((2 * size) / 3)])
  return fn.readers.webdataset({ paths, ext: ['jpg', 'cls'], ...options }) as unknown as DataNode[]
}

it('gives each sample once', () => eachOnce(read))
it('goes on after a checkpoint with the same bytes', () => goesOn(read))
it('refuses a checkpoint of other data', () => refusesChanged(read))
