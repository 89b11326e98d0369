// Reads objects through a cache on the disk (cache.ts). Where the version of an object is known and all blocks of a range are kept,
// the answer says where: native code reads them itself, and does not ask for them again. Otherwise the blocks that are kept are
// taken from there and the others read, neighbours together. The version of a whole object is asked for: the server
// answers 304, without the bytes, where it is the one that is kept.
import { changed } from './answer.js'
import { blockBytes, type CacheOptions, DiskCache } from './cache.js'
import { type Range, type ReadOptions, readObject, type Target } from './object.js'
import type { Give, KeptBlock, StoreEnd } from './protocol.js'

/** Caches by their options: all requests of a folder share one. */
const caches = new Map<string, DiskCache>()

export function cacheOf(options: CacheOptions): DiskCache {
  const key = JSON.stringify([options.dir, options.bytes])
  const found = caches.get(key) ?? new DiskCache(options)
  caches.set(key, found)
  return found
}

/** Blocks that are being read, by key: others that need them wait. */
const coming = new Map<string, Promise<Block>>()

/** A key that is equal for all reads of a version of an object, whatever signs its URL. */
const nameOf = (name: string, tag: string): string => JSON.stringify([name, tag])

/** A block as it is kept: the size of its object, and its bytes. */
interface Block {
  total: number
  bytes: Buffer
}

const headBytes = 8
const packed = ({ total, bytes }: Block): Buffer => {
  const head = Buffer.alloc(headBytes)
  head.writeDoubleLE(total)
  return Buffer.concat([head, bytes])
}
/** Bytes of a block of an object of `total` bytes; NaN where it has no such block. */
const lengthOf = (number: number, total: number): number =>
  Number.isSafeInteger(total) && total > number * blockBytes
    ? Math.min(blockBytes, total - number * blockBytes)
    : Number.NaN

/** A range that is asked for; `fresh`: not from the disk. */
type Asked = Range & { fresh?: boolean }

export class CachedReads {
  constructor(
    private readonly cache: DiskCache,
    /** The name of the object: see StoreRequest. */
    private readonly name: string,
    private readonly target: Target,
    private readonly options: ReadOptions,
  ) {}

  read(range: Asked, give: Give): Promise<StoreEnd> {
    if (range.size < 0) return this.whole(give)
    // Without a version it is not known what a block would be of. The first answer gives it.
    return range.tag ? this.part(range, give) : readObject(this.target, range, give, this.options)
  }

  private async whole(give: Give): Promise<StoreEnd> {
    const key = `whole ${nameOf(this.name, '')}`
    const kept = await this.cache.get(key)
    // The version stands in the first line.
    const line = kept ? kept.indexOf(10) : -1
    const tag = line >= 0 ? kept!.toString('latin1', 0, line) : ''
    const chunks: Buffer[] = []
    const collect: Give = (bytes, expected) => {
      chunks.push(Buffer.from(bytes))
      give(bytes, expected)
    }
    const end = await readObject(this.target, { offset: 0, size: -1, tag: '' }, collect, {
      ...this.options,
      known: tag,
    })
    if (end.unchanged) {
      const data = kept!.subarray(line + 1)
      give(data, data.length)
      return { total: data.length, tag }
    }
    // Only an ETag can be asked for later.
    if (/^(W\/)?"[^\n]*"$/.test(end.tag ?? ''))
      await this.cache.put(key, Buffer.concat([Buffer.from(`${end.tag}\n`, 'latin1'), ...chunks]))
    return end
  }

  private async part({ offset, size, tag, fresh }: Asked, give: Give): Promise<StoreEnd> {
    const first = Math.floor(offset / blockBytes)
    const last = Math.floor((offset + size - 1) / blockBytes)
    const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i)
    const name = nameOf(this.name, tag)
    const keyOf = (number: number) => `${name} ${number}`
    let kept: (Block | undefined)[] = numbers.map(() => undefined)
    if (!fresh) {
      const places = await this.places(numbers, keyOf)
      if (places) return { total: places[0]!.total, tag, kept: places }
      kept = await Promise.all(numbers.map((number) => this.find(number, keyOf(number))))
    }
    // Blocks after the end of the object have nothing to ask for.
    const total = kept.find((block) => block)?.total
    for (const [i, number] of numbers.entries()) {
      if (total !== undefined && number * blockBytes >= total) kept[i] ??= { total, bytes: Buffer.alloc(0) }
    }
    // A run of blocks that are not there is one request.
    for (let i = 0; i < numbers.length; ) {
      let end = i
      while (end < numbers.length && !kept[end]) end++
      if (end > i) kept.splice(i, end - i, ...(await this.fetch(numbers.slice(i, end), tag, keyOf)))
      i = end + 1
    }
    // A version has one size.
    if (kept.some((block) => block!.total !== kept[0]!.total)) {
      await Promise.all(numbers.map((number) => this.cache.drop(keyOf(number))))
      throw changed()
    }
    for (const [i, block] of kept.entries()) {
      const at = numbers[i]! * blockBytes
      const bytes = block!.bytes.subarray(Math.max(0, offset - at), Math.max(0, offset + size - at))
      if (bytes.length) give(bytes, size)
    }
    return { total: kept[0]!.total, tag }
  }

  /** A block that another request reads, or that is kept. */
  private async find(number: number, key: string): Promise<Block | undefined> {
    // Another request's read may fail for reasons of its own.
    const other = await coming.get(key)?.catch(() => undefined)
    if (other) return other
    const data = await this.cache.get(key)
    if (!data) return undefined
    const total = data.length >= headBytes ? data.readDoubleLE(0) : Number.NaN
    if (lengthOf(number, total) === data.length - headBytes) return { total, bytes: data.subarray(headBytes) }
    await this.cache.drop(key)
    return undefined
  }

  /** The places of these blocks; undefined unless all of them are kept. */
  private async places(
    numbers: number[],
    keyOf: (number: number) => string,
  ): Promise<(KeptBlock & { total: number })[] | undefined> {
    if (numbers.some((number) => coming.has(keyOf(number)))) return undefined
    const found = await Promise.all(numbers.map((number) => this.cache.find(keyOf(number), headBytes)))
    const places = found.flatMap((block, i) => {
      if (!block || block.size < headBytes) return []
      const size = block.size - headBytes
      const total = block.head.readDoubleLE(0)
      if (lengthOf(numbers[i]!, total) !== size) return []
      return { path: block.path, from: numbers[i]! * blockBytes, at: headBytes, size, total }
    })
    const one = places.every(({ total }) => total === places[0]!.total)
    return one && places.length === numbers.length ? places : undefined
  }

  private async fetch(numbers: number[], tag: string, keyOf: (number: number) => string): Promise<Block[]> {
    const chunks: Buffer[] = []
    const range = { offset: numbers[0]! * blockBytes, size: numbers.length * blockBytes, tag }
    const take: Give = (bytes) => chunks.push(Buffer.from(bytes))
    const reading = readObject(this.target, range, take, this.options).then((end) => {
      const all = Buffer.concat(chunks)
      const blockAt = (i: number) => all.subarray(i * blockBytes, (i + 1) * blockBytes)
      return numbers.map((_, i): Block => ({ total: end.total!, bytes: blockAt(i) }))
    })
    for (const [i, number] of numbers.entries()) {
      const block = reading.then((blocks) => blocks[i]!)
      block.catch(() => {})
      coming.set(keyOf(number), block)
    }
    try {
      const blocks = await reading
      for (const [i, block] of blocks.entries()) await this.cache.put(keyOf(numbers[i]!), packed(block))
      return blocks
    } finally {
      for (const number of numbers) coming.delete(keyOf(number))
    }
  }
}
