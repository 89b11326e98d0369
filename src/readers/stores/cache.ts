// A folder that keeps what was read from stores, for later epochs, runs and other processes. An object is kept in blocks of
// 1 MiB, each a file of its own that is named by a hash over URL, version and place, so that what is found is what was
// meant. A file is written under another name, synced and renamed: after a crash a block is whole, or it is not there.
// Processes share a folder without locks: a block that two of them write has equal bytes, and one that another has deleted is
// read again from its store.
import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreFailure } from './failure.js'

export const blockBytes = 2 ** 20

export interface CacheOptions {
  dir: string
  bytes: number
}

/** What is kept: its file, whose first `size` bytes it is. */
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

/** A block's file ends in its length and this mark, so that a file of another origin is not taken for one. */
const mark = 'penstock block 1'
const tailBytes = mark.length + 4
/** Times of use are written when they are so much older. */
const useMs = 60_000

/** What is being written, in all folders. */
const writes = new Set<Promise<void>>()
const mostWrites = 32

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
        await mkdir(dir, { recursive: true, mode: 0o700 })
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
      return (await readAll(file, data, 0)) ? data : undefined
    })
  }

  /** Finds what is kept under a key, and reads its first bytes alone; undefined where there is nothing. */
  find(key: string, headBytes: number): Promise<Found | undefined> {
    return this.look(key, async (file, path, size) => {
      const head = Buffer.alloc(headBytes)
      return (await readAll(file, head, 0)) ? { path, size, head } : undefined
    })
  }

  /** Opens what is kept under a key, where it is whole, and counts that as a use. */
  private async look<T>(
    key: string,
    work: (file: FileHandle, path: string, size: number) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    await this.begin()
    const path = this.pathOf(key)
    try {
      const file = await open(path, 'r')
      try {
        const { mtimeMs, size } = await file.stat()
        const end = size - tailBytes
        const tail = Buffer.alloc(tailBytes)
        if (end < 0 || !(await readAll(file, tail, end))) return undefined
        if (tail.toString('latin1', 4) !== mark || tail.readUInt32LE() !== end) return undefined
        // The time of change is that of the last use, which decides what is deleted.
        if (Date.now() - mtimeMs > useMs) await utimes(path, new Date(), new Date())
        return await work(file, path, end)
      } finally {
        await file.close()
      }
    } catch {
      return undefined
    }
  }

  /**
   * Keeps data under a key: what cannot be kept is read again. It is written behind the caller, who waits where many are
   * being written.
   */
  async put(key: string, data: Uint8Array): Promise<void> {
    if (this.failed || data.length + tailBytes > this.options.bytes) return
    const write = this.write(key, data).finally(() => writes.delete(write))
    writes.add(write)
    if (writes.size > mostWrites) await Promise.race(writes)
  }

  private async write(key: string, data: Uint8Array): Promise<void> {
    const path = this.pathOf(key)
    const part = `${path}.${process.pid}.${randomBytes(6).toString('hex')}.part`
    try {
      await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
      const tail = Buffer.alloc(tailBytes)
      tail.writeUInt32LE(data.length)
      tail.write(mark, 4, 'latin1')
      const file = await open(part, 'wx', 0o600)
      try {
        await file.writev([data, tail])
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, path)
      this.bytes += data.length + tailBytes
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
        const found = await stat(path).catch(() => undefined)
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
