// A folder that keeps what was read from stores, for later epochs, runs and other processes. An object is kept in blocks of
// 1 MiB, each a file of its own that is named by a hash over URL, version and place, so that what is found is what was
// meant. A file is written under another name, synced and renamed: after a crash a block is whole, or it is not there.
// Processes share a folder without locks: a block that two of them write has equal bytes, and one that another has deleted is
// read again from its store.
import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { crc32 } from 'node:zlib'
import { StoreFailure } from './failure.js'

export const blockBytes = 2 ** 20

export interface CacheOptions {
  dir: string
  bytes: number
}

/** Kept data: the first `size` bytes of its file. */
export interface Found {
  path: string
  size: number
  head: Buffer
}

interface Kept {
  path: string
  size: number
  used: number
}

/**
 * A block's file ends in the checksums of its data, its length and this mark, so that a file of another origin, or one that
 * was damaged, is not taken for one. Native code checks what it reads (native/dataset/stores/kept_file.h).
 */
const mark = 'penstock block 2'
const tailBytes = mark.length + 4
/** Neither a pipe, whose opening would wait for a writer, nor the file that a link leads to. */
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW
/** Bytes of data that a checksum is of. */
const pieceBytes = 2 ** 16
const fileBytes = (size: number): number => size + 4 * Math.ceil(size / pieceBytes) + tailBytes
/** The checksums of a block's data, as they stand in its file. */
function sumsOf(data: Uint8Array): Buffer {
  const sums = Buffer.alloc(4 * Math.ceil(data.length / pieceBytes))
  for (let i = 0; 4 * i < sums.length; i++) {
    sums.writeUInt32LE(crc32(data.subarray(i * pieceBytes, (i + 1) * pieceBytes)), 4 * i)
  }
  return sums
}
/** Times of use are written when they are so much older. */
const useMs = 60_000

/** The writes that are under way, in all folders. */
const writes = new Set<Promise<void>>()
const maxWrites = 32

/** Resolves when nothing is being written any more. */
export async function written(): Promise<void> {
  while (writes.size) await Promise.all(writes)
}

/**
 * Whether the process that began a part, whose number its name has, is gone. A process of another machine or container
 * may be taken for gone: it then finds its part missing, and keeps that block another time.
 */
function isLeft(part: string): boolean {
  const pid = Number(/\.(\d+)\.[0-9a-f]+\.part$/.exec(part)?.[1])
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Fills a buffer from a place of a file on; false where the file ends before. */
const readAll = async (file: FileHandle, to: Buffer, from: number): Promise<boolean> =>
  (await file.read(to, 0, to.length, from)).bytesRead === to.length

/**
 * Makes a folder, and those above it. mkdir()'s option `recursive` tries for ever where a folder that is there takes no
 * others, as /proc.
 */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    const above = dirname(path)
    if (code !== 'ENOENT' || (await stat(above).catch(() => undefined))) throw error
    await makeFolder(above)
    await makeFolder(path)
  }
}

/** Bytes of the data in a block's file of `bytes` bytes; undefined where it is no block. */
async function sizeOf(file: FileHandle, bytes: number): Promise<number | undefined> {
  const tail = Buffer.alloc(tailBytes)
  if (bytes < tailBytes || !(await readAll(file, tail, bytes - tailBytes))) return undefined
  const size = tail.readUInt32LE()
  return tail.toString('latin1', 4) === mark && bytes === fileBytes(size) ? size : undefined
}

export class DiskCache {
  /** Bytes of the folder at the last look, and what this process has written since. */
  private bytes = 0
  private seen: Promise<void> | undefined
  private sweeping: Promise<void> | undefined
  /** Why nothing is written any more: a full or read-only disk. */
  private failed = false

  constructor(private readonly options: CacheOptions) {}

  private pathOf(key: string): string {
    const name = createHash('sha256').update(key).digest('hex')
    return join(this.options.dir, name.slice(0, 2), name.slice(2))
  }

  /** Makes the folder. Rejects with a StoreFailure where that is not possible. */
  private begin(): Promise<void> {
    this.seen ??= (async () => {
      const { dir } = this.options
      try {
        await makeFolder(resolve(dir))
        await this.addUp()
      } catch (error) {
        throw new StoreFailure(`the folder of cache, '${dir}', cannot be used: ${(error as Error).message}`, {
          hint: 'Give a folder that this process may write to, or leave cache out',
        })
      }
    })()
    return this.seen
  }

  /** Returns what is kept under a key; undefined where there is nothing. */
  get(key: string): Promise<Buffer | undefined> {
    return this.look(key, async (file, _, size) => {
      const data = Buffer.allocUnsafe(size)
      if (!(await readAll(file, data, 0))) return undefined
      const sums = sumsOf(data)
      const kept = Buffer.alloc(sums.length)
      return (await readAll(file, kept, size)) && kept.equals(sums) ? data : undefined
    })
  }

  /**
   * Finds what is kept under a key, and reads its first bytes alone; undefined where there is nothing. The checksums are
   * looked at by what reads the file.
   */
  find(key: string, headBytes: number): Promise<Found | undefined> {
    return this.look(key, async (file, path, size) => {
      const head = Buffer.alloc(headBytes)
      return (await readAll(file, head, 0)) ? { path, size, head } : undefined
    })
  }

  /** Deletes what is kept under a key, which is not what it should be. */
  async drop(key: string): Promise<void> {
    await unlink(this.pathOf(key)).catch(() => {})
  }

  /** Opens what is kept under a key, where it is whole, and counts that as a use. A file that is no block is deleted. */
  private async look<T>(
    key: string,
    work: (file: FileHandle, path: string, size: number) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    await this.begin()
    const path = this.pathOf(key)
    let result: T | undefined
    try {
      const file = await open(path, openFlags)
      try {
        const found = await file.stat()
        const size = found.isFile() && found.size <= this.options.bytes ? await sizeOf(file, found.size) : undefined
        if (size !== undefined) result = await work(file, path, size)
        // The time of change is that of the last use, which decides what is deleted.
        if (result !== undefined && Date.now() - found.mtimeMs > useMs) await file.utimes(new Date(), new Date())
      } finally {
        await file.close()
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    }
    if (result === undefined) await this.drop(key)
    return result
  }

  /**
   * Keeps data under a key: what cannot be kept is read again. It is written behind the caller, who waits where many are
   * being written.
   */
  async put(key: string, data: Uint8Array): Promise<void> {
    if (this.failed || fileBytes(data.length) > this.options.bytes) return
    const write = this.write(key, data).finally(() => writes.delete(write))
    writes.add(write)
    if (writes.size > maxWrites) await Promise.race(writes)
  }

  private async write(key: string, data: Uint8Array): Promise<void> {
    const path = this.pathOf(key)
    const part = `${path}.${process.pid}.${randomBytes(6).toString('hex')}.part`
    try {
      await makeFolder(dirname(path))
      const tail = Buffer.alloc(tailBytes)
      tail.writeUInt32LE(data.length)
      tail.write(mark, 4, 'latin1')
      const file = await open(part, 'wx', 0o600)
      try {
        await file.writev([data, sumsOf(data), tail])
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, path)
      this.bytes += fileBytes(data.length)
    } catch (error) {
      await unlink(part).catch(() => {})
      const { code } = error as NodeJS.ErrnoException
      this.failed = code === 'ENOSPC' || code === 'EROFS' || code === 'EDQUOT' || code === 'EACCES'
    }
    if (this.bytes <= this.options.bytes) return
    this.sweeping ??= this.sweep().finally(() => {
      this.sweeping = undefined
    })
    await this.sweeping
  }

  /** Adds up what the folder has, and returns it. Parts that a process has left which is gone are deleted. */
  private async addUp(): Promise<Kept[]> {
    const { dir } = this.options
    const kept: Kept[] = []
    for (const folder of await readdir(dir)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue
      for (const name of await readdir(join(dir, folder)).catch(() => [])) {
        const path = join(dir, folder, name)
        const found = await lstat(path).catch(() => undefined)
        if (!found) continue
        if (!name.endsWith('.part')) kept.push({ path, size: found.size, used: found.mtimeMs })
        else if (isLeft(name) || Date.now() - found.mtimeMs > 60 * useMs) await unlink(path).catch(() => {})
      }
    }
    this.bytes = kept.reduce((sum, { size }) => sum + size, 0)
    return kept
  }

  /** Deletes what was not used for the longest time, until a tenth is free. */
  private async sweep(): Promise<void> {
    const kept = (await this.addUp()).sort((a, b) => a.used - b.used)
    for (const { path, size } of kept) {
      if (this.bytes <= 0.9 * this.options.bytes) return
      await unlink(path).catch(() => {})
      this.bytes -= size
    }
  }
}
