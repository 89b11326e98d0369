// The parts of penstock-data check: headers of files, limits of sizes, keys of samples, sums of pixels, classes, the page.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, it } from 'vitest'
import { Channels } from '../../src/cli/check/channels.js'
import { HashTable, hashOf, isSampled, keyOf } from '../../src/cli/check/hashes.js'
import { formatOf, jpegFacts, promisedFormat } from '../../src/cli/check/headers.js'
import { Labels } from '../../src/cli/check/labels.js'
import { distributionOf, limitsOf, quantile } from '../../src/cli/check/numbers.js'
import { pageOf } from '../../src/cli/check/page.js'
import { Samples } from '../../src/cli/check/samples.js'
import { CheckedSet } from '../../src/cli/check/set.js'
import { textOf } from '../../src/cli/check/text.js'
import type { CheckReport } from '../../src/cli/check/types.js'
import fc from '../util/fast-check.js'
import { emptyFolder, packageRoot, photos } from './cli.js'

const file = (name: string) => readFileSync(join(packageRoot, 'data/formats', name))
const numbers = (...all: number[]) => Float64Array.from(all)

describe('headers', () => {
  it('tell the format of each kind of file, whatever its name is', () => {
    const kinds = {
      ...{ 'grey.jpg': 'jpeg', 'grey.png': 'png', 'lossy.webp': 'webp', 'palette.gif': 'gif', 'rgb24.bmp': 'bmp' },
      ...{
        'rgb8.tiff': 'tiff',
        'rgb.avif': 'avif',
        'hevc.heic': 'heif',
        'rgb.jp2': 'jpeg 2000',
        'rgb.j2k': 'jpeg 2000',
      },
      ...{ 'p1.pbm': 'pnm', 'p6.ppm': 'pnm' },
    }
    for (const [name, format] of Object.entries(kinds)) {
      expect([name, formatOf(file(name)), promisedFormat(`a/${name}`)]).toEqual([name, format, format])
    }
    expect([formatOf(new Uint8Array()), formatOf(Buffer.from('text'))]).toEqual(['other', 'other'])
    expect(['a/X.JPEG', 'b.tar:512', 'name', 'c.txt', '.jpg/x'].map(promisedFormat)).toEqual([
      'jpeg',
      ...Array(4).fill(undefined),
    ])
  })

  it('tell how a JPEG file is turned, and how many components it has', () => {
    for (let i = 1; i <= 8; i++) expect(jpegFacts(file(`orientation_${i}.jpg`)).orientation).toBe(i)
    const components = ['grey.jpg', 's420.jpg', 'cmyk_adobe.jpg', 'ycck_adobe.jpg'].map((name) => jpegFacts(file(name)))
    expect(components).toEqual([1, 3, 4, 4].map((components) => ({ orientation: 1, components })))
  })

  it('that are cut off or damaged end the search', () => {
    const turned = file('orientation_6.jpg')
    fc.assert(
      fc.property(fc.nat(turned.length), fc.nat(300), fc.nat(255), (length, at, value) => {
        const bytes = Uint8Array.from(turned.subarray(0, length))
        if (at < length) bytes[at] = value
        const { orientation, components } = jpegFacts(bytes)
        expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(orientation)
        expect(components).toBeLessThan(256)
      }),
    )
  })
})

describe('numbers', () => {
  it('are odd beyond four times the quartiles, or the outer fences of logarithms', () => {
    expect(limitsOf(numbers(100, 100, 100, 100, 5000))).toEqual({ least: 25, most: 400 })
    // Quartiles 100 and 200: fences at a factor of 8.
    expect(limitsOf(numbers(200, 100, 100, 200, 200, 100, 100, 200))).toEqual({ least: 12.5, most: 1600 })
    expect(limitsOf(numbers(0, 0, 0, 1))).toEqual({ least: 0, most: Number.POSITIVE_INFINITY })
    expect(limitsOf(numbers())).toEqual({ least: 0, most: Number.POSITIVE_INFINITY })
  })

  it('have a histogram that counts each of them once', () => {
    expect(distributionOf(numbers())).toBeUndefined()
    expect(distributionOf(numbers(5, 5))?.histogram).toEqual({ edges: [5, 5], counts: [2] })
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 1 }), (all) => {
        const found = distributionOf(Float64Array.from(all))!
        const { edges, counts } = found.histogram
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length)
        expect(edges.length).toBe(counts.length + 1)
        expect([found.min, found.max]).toEqual([Math.min(...all), Math.max(...all)])
        expect(quantile(Float64Array.from(all).sort(), 0.5)).toBe(found.median)
        // All that is below an inner edge is counted below it.
        const below = counts.slice(0, 1).reduce((sum, count) => sum + count, 0)
        if (counts.length > 1) expect(below).toBe(all.filter((n) => n < edges[1]!).length)
      }),
    )
  })
})

describe('keys', () => {
  const rawOf = (...parts: Uint8Array[]) => ({ parts, heads: [], bytes: 0 })

  it('of large files leave bytes out, and hashes do not', () => {
    const a = new Uint8Array(100_000)
    const b = a.slice()
    b[20_000] = 1
    expect([isSampled(16_384), isSampled(16_385)]).toEqual([false, true])
    expect(keyOf(rawOf(a))).toEqual(keyOf(rawOf(b)))
    expect(hashOf(rawOf(a))).not.toEqual(hashOf(rawOf(b)))
    for (const at of [0, 4095, 33_000, 66_000, 95_904, 99_999]) {
      const c = a.slice()
      c[at] = 1
      expect([at, keyOf(rawOf(c))]).not.toEqual([at, keyOf(rawOf(a))])
    }
    expect(keyOf(rawOf(a.subarray(1)))).not.toEqual(keyOf(rawOf(a)))
    // Parts are not the same as one part of their bytes.
    const [x, y] = [Uint8Array.of(1), Uint8Array.of(2)]
    expect(keyOf(rawOf(x, y))).not.toEqual(keyOf(rawOf(Uint8Array.of(1, 2))))
  })

  it('are found as a Map finds them, also where many begin alike', () => {
    const word = fc.integer({ min: 0, max: 3 })
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word, word, word), { maxLength: 300 }), (all) => {
        const table = new HashTable(all.length)
        const known = new Map<string, number>()
        for (const [i, words] of all.entries()) {
          const key = words.join()
          if (!known.has(key)) known.set(key, i)
          expect(table.add(i, Uint32Array.from(words))).toBe(known.get(key))
        }
        for (const [key, i] of known) expect(table.find(Uint32Array.from(key.split(',').map(Number)))).toBe(i)
        expect(table.find(Uint32Array.of(9, 9, 9, 9))).toBe(-1)
      }),
    )
  })

  it('and all else of a sample take at most 64 bytes', () => {
    for (const kind of ['image', 'clip', 'sound', 'sample'] as const) {
      // The table has a power of two as its size: these are the largest and the smallest for their number.
      for (const count of [699_051, 699_050, 1_000_000]) {
        expect(new Samples(count, kind).memory / count).toBeLessThanOrEqual(64)
      }
    }
  })
})

describe('channels', () => {
  it('are as a loop over all pixels adds them up', () => {
    const names = ['animals/cat.jpg', 'people/photographer.jpg', 'animals/raccoon_face.jpg']
    const images = nd.decoders.image(nd.batch(names.map((name) => readFileSync(join(photos, name)))), {
      outputType: 'any',
    })
    const [sums, squares] = [
      nd.reductions.sum(images, { axes: [0, 1] }),
      nd.reductions.meanSquare(images, { axes: [0, 1] }),
    ]
    const channels = new Channels()
    let [n, sum, square] = [0, [0, 0, 0], [0, 0, 0]]
    for (const [i, image] of images.tensors.entries()) {
      const [height, width, depth] = image.shape as [number, number, number]
      const data = image.dataSync() as Uint8Array
      for (let p = 0; p < height * width; p++) {
        for (let c = 0; c < 3; c++) {
          const value = data[p * depth + (depth < 3 ? 0 : c)]!
          sum[c]! += value
          square[c]! += value * value
        }
      }
      n += height * width
      const numbers = (list: typeof sums) => list.tensors[i]!.dataSync() as Float32Array
      expect(channels.add(height * width, numbers(sums), numbers(squares))).toBe(false)
    }
    expect(channels.report()).toHaveLength(3)
    for (const [c, { mean, std, mean01, std01 }] of channels.report().entries()) {
      const exact = sum[c]! / n
      expect(mean).toBeCloseTo(exact, 9)
      expect(std).toBeCloseTo(Math.sqrt(square[c]! / n - exact ** 2), 4)
      expect([mean01 * 255, std01 * 255]).toEqual([expect.closeTo(mean, 9), expect.closeTo(std, 9)])
    }
  })

  it('have one colour where no channel changes, and are grey where all images are', () => {
    const channels = new Channels()
    expect(channels.report()).toEqual([])
    expect(channels.add(10, [70], [49])).toBe(true)
    expect(channels.add(10, [70], [60])).toBe(false)
    expect(channels.report().map(({ name, mean }) => [name, mean])).toEqual([['grey', 7]])
    // One of three channels changes; alpha, which does not count, changes too.
    expect(channels.add(10, [10, 20, 70], [1, 4, 60])).toBe(false)
    expect(channels.add(10, [10, 20, 70, 1270], [1, 4, 49, 32_000])).toBe(true)
    expect(channels.report().map(({ name }) => name)).toEqual(['red', 'green', 'blue'])
  })
})

describe('labels', () => {
  it('count the samples, or objects, of classes, also of those without one', () => {
    const labels = new Labels()
    const keys = [[2], [0], [2], [0, 2]].map((all, i) => labels.add(i, all))
    expect(keys[0]).toBe(keys[2])
    expect(new Set(keys).size).toBe(3)
    expect(labels.classes(['a', 'b', 'c'])).toEqual([
      { label: 0, name: 'a', count: 2 },
      { label: 1, name: 'b', count: 0 },
      { label: 2, name: 'c', count: 3 },
    ])
  })

  it('that are positions of files, or all the same, are no classes', () => {
    const [positions, same] = [new Labels(), new Labels()]
    for (let i = 0; i < 5; i++) {
      positions.add(i, [i])
      same.add(i, [0n])
    }
    expect([positions.classes([]), same.classes([])]).toEqual([[], []])
    expect(same.classes(['only'])).toEqual([{ label: 0, name: 'only', count: 5 }])
  })
})

describe('reports', () => {
  const evil = '<img src=x onerror=alert(1)>"\'&\x1b[2J\n.jpg'
  const finding = { name: 'bad', group: 'bad', fails: true, count: 1, unit: 'image', what: evil, todo: 'Look' } as const
  const report: CheckReport = {
    ...{ data: evil, reader: 'readers.file', samples: 1, read: 1, ignoredFiles: 0, encodedBytes: 1, kind: 'image' },
    ...{ good: 0, bad: 1, warnings: 0, decodedBytes: 0, threads: 1, seconds: 1, samplesPerSecond: 1, duplicates: 0 },
    ...{
      channels: [],
      sizes: {},
      formats: { [evil]: 1 },
      channelCounts: {},
      skipped: null,
      notListed: 0,
      interrupted: null,
    },
    classes: [{ label: 0, name: evil, count: 1 }],
    against: { data: evil, reader: 'readers.file', samples: 1, read: 1, ignoredFiles: 0, encodedBytes: 1 },
    findings: [
      { ...finding, examples: [{ source: evil, index: 0, note: evil }] },
      { ...finding, name: 'small', examples: [{ source: evil, index: 1, note: evil }] },
    ],
  }

  it('escape what strangers write, in the page and on the terminal', () => {
    const page = pageOf(report, new Map([[1, 'data:image/jpeg;base64,AAAA']]))
    expect(page).not.toMatch(/<img src=x|"'&/)
    expect(page).not.toContain('\x1b')
    expect(
      page.match(/&#60;img src=x onerror=alert\(1\)&#62;&#34;&#39;&#38;\\x1b\[2J\\n\.jpg/g)!.length,
    ).toBeGreaterThan(8)
    expect(page.match(/<img /g)).toHaveLength(1)
    const text = textOf(report)
    expect(text).toContain('\\x1b[2J\\n.jpg')
    expect(text).not.toContain('\x1b[2J')
  })

  it('are pages that ask for nothing', () => {
    const page = pageOf(report, new Map())
    expect(page).toContain("default-src 'none'")
    expect(page.replace(/alert\(1\)/g, '')).not.toMatch(/<script|https?:|url\(|<link/)
  })
})

describe('names for skip lists', () => {
  const set = async (data: string[]) => {
    const options = { failOn: [], skip: [], progress: false }
    const opened = await CheckedSet.of(data, { option: 'DATA', decode: false }, options)
    await opened.build(options)
    return opened
  }
  const folder = emptyFolder()
  const jpeg = readFileSync(join(photos, 'animals/cat.jpg'))
  for (const name of ['a/1.jpg', 'b/1.jpg', 'b/2.jpg']) {
    mkdirSync(join(folder, name[0]!), { recursive: true })
    writeFileSync(join(folder, name), jpeg)
  }

  it('begin below the folder that was given', async () => {
    await using opened = await set([`${folder}/`])
    expect(opened.skipNames([2, 0])).toEqual(['b/2.jpg', 'a/1.jpg'])
  })

  it('of listed files are those of the files, but for two of one name', async () => {
    await using opened = await set([join(folder, '*/*.jpg')])
    expect(opened.skipNames([1, 2])).toEqual([join(folder, 'b/1.jpg'), '2.jpg'])
    // With both of them the name means both.
    expect(opened.skipNames([0, 1])).toEqual(['1.jpg', '1.jpg'])
  })
})
