// What the readers ask of the file system: the entries of a folder, what a link leads to, and its failures as typed errors.
// Names are byte strings (one character per byte) from here to the packed buffer. Blocking.

import { type BigIntStats, type Dir, opendirSync, statSync } from 'node:fs'
import { fail } from './args.js'
import { byteString, textOf } from './table.js'

/** Entries that a scan may still look at; one that looks at more ends with TooLarge. */
export interface Effort {
  left: number
}
export class TooLarge {}

export function spend(effort: Effort): void {
  if (--effort.left < 0) throw new TooLarge()
}

export interface Entry {
  name: Buffer
  isDirectory(): boolean
  isFile(): boolean
  isSymbolicLink(): boolean
}

export function eachEntry(folder: string, visit: (name: string, entry: Entry) => void): void {
  let dir: Dir | undefined
  try {
    // Buffers both ways: file systems that do not report types make node join and stat the two itself.
    dir = opendirSync(Buffer.from(folder, 'latin1'), { encoding: 'buffer' as BufferEncoding, bufferSize: 1024 })
    for (;;) {
      const entry = dir.readSync() as unknown as Entry | null
      if (entry === null) break
      visit(entry.name.toString('latin1'), entry)
    }
  } catch (error) {
    fileFailure(error, 'fileRoot', textOf(folder).replace(/(?<=.)\/$/, ''), 'a folder')
  } finally {
    dir?.closeSync()
  }
}

/** What a path leads to; undefined where it leads nowhere: its target is missing, or it is a circle of links. */
export function target(path: string): BigIntStats | undefined {
  try {
    return statSync(Buffer.from(path, 'latin1'), { bigint: true })
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    fileFailure(error, 'fileRoot', textOf(path), 'a link that can be followed')
  }
}

/** Turns an operating system error into the typed one; anything else passes through. */
export function fileFailure(error: unknown, argument: string, path: string, what: string): never {
  const code = (error as NodeJS.ErrnoException).syscall ? (error as NodeJS.ErrnoException).code : undefined
  if (code === undefined) throw error
  const received = `Expected ${what} for ${argument} but`
  if (code === 'ENOENT') {
    fail(
      'FILE_NOT_FOUND',
      `${received} '${path}' does not exist`,
      `Check the path; relative ones start at the working folder, ${process.cwd()}`,
      error,
    )
  }
  if (code === 'ENOTDIR' || code === 'EISDIR') {
    const hint = `Point ${argument} at ${what}${argument === 'fileRoot' ? ' with one sub-folder per class, or with files; single files go to the option files' : ''}`
    const is = code === 'EISDIR' ? 'is a folder' : target(byteString(path))?.isFile() ? 'is a file' : 'is not one'
    fail('INVALID_ARGUMENT', `${received} '${path}' ${is}`, hint, error)
  }
  fail('FILE_UNREADABLE', `${received} '${path}' cannot be read (${code})`, 'Check its permissions and the disk', error)
}

/** Byte string to text, free of charge for ASCII names. */
export function asText(bytes: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
  return /^[\x00-\x7f]*$/.test(bytes) ? bytes : textOf(bytes)
}
