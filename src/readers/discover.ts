// Finds the files of a data set: one sub-folder per class, one level deep, sorted by bytes as DALI does; or the lines of a
// list file. Names stay byte strings (one character per byte) from the file system to the packed buffer. Blocking.

import { closeSync, type Dir, opendirSync, openSync, readSync, statSync } from 'node:fs'
import { fail, unexpected } from './args.js'
import { byteString, type TableBuilder, textOf } from './table.js'

/** Entries that a scan may still look at; one that looks at more ends with TooLarge. */
export interface Effort {
  left: number
}
export class TooLarge {}

const spend = (effort: Effort) => {
  if (--effort.left < 0) throw new TooLarge()
}

type NameTest = (name: string) => boolean

export interface FoundTree {
  classes: string[]
  /** Matching files directly in the root, which the reader does not use. */
  strayFiles: number
}

export function discoverTree(
  root: string,
  builder: TableBuilder,
  dirs: NameTest,
  files: NameTest,
  effort: Effort,
): FoundTree {
  const base = byteString(root.endsWith('/') ? root : `${root}/`)
  const folders: string[] = []
  let strayFiles = 0
  eachEntry(base, 'fileRoot', (name, entry) => {
    spend(effort)
    const text = asText(name)
    if (!entry.isDirectory() && !entry.isSymbolicLink()) strayFiles += files(text) ? 1 : 0
    else if (dirs(text) && (entry.isDirectory() || isFolder(base + name))) folders.push(name)
  })
  folders.sort()
  folders.forEach((folder, label) => {
    const names: string[] = []
    eachEntry(base + folder, 'fileRoot', (name, entry) => {
      spend(effort)
      if ((entry.isFile() || entry.isSymbolicLink()) && files(asText(name))) names.push(name)
    })
    names.sort()
    for (const name of names) builder.add(`${folder}/${name}`, label)
  })
  return { classes: folders.map(textOf), strayFiles }
}

// DALI's rule read backwards from the line's end: white space, digits, white space, and the rest is the name.
const LINE = /^(.*[^\t-\r ])[\t-\r ]+([0-9]+)[\t-\r ]*$/s
const BLANK = /^[\t-\r ]*$/
const CHUNK = 1 << 20
const BOM = '\xef\xbb\xbf'

export function discoverList(listPath: string, builder: TableBuilder, effort: Effort): void {
  let number = 0
  eachLine(listPath, (line) => {
    spend(effort)
    if (number++ === 0 && line.startsWith(BOM)) line = line.slice(BOM.length)
    if (BLANK.test(line)) return
    const [, name, digits] = LINE.exec(line) ?? []
    const label = Number(digits)
    if (name === undefined || name.includes('\0') || label > 0x7fffffff) {
      const hint = 'Write each line as a path, white space, and a label from 0 to 2147483647; labels cannot be left out'
      unexpected(`"path label" on line ${number} of '${listPath}'`, 'fileList', asText(line), hint)
    }
    builder.add(name, label)
  })
}

function eachLine(path: string, visit: (line: string) => void): void {
  const chunk = Buffer.allocUnsafe(CHUNK)
  let rest = ''
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    for (;;) {
      const length = readSync(file, chunk, 0, CHUNK, null)
      if (length === 0) break
      const lines = (rest + chunk.toString('latin1', 0, length)).split('\n')
      rest = lines.pop()!
      for (const line of lines) visit(line)
    }
  } catch (error) {
    fileFailure(error, 'fileList', path, 'a text file')
  } finally {
    if (file !== undefined) closeSync(file)
  }
  visit(rest)
}

interface Entry {
  name: Buffer
  isDirectory(): boolean
  isFile(): boolean
  isSymbolicLink(): boolean
}

function eachEntry(folder: string, argument: string, visit: (name: string, entry: Entry) => void): void {
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
    fileFailure(error, argument, textOf(folder), 'a folder')
  } finally {
    dir?.closeSync()
  }
}

function isFolder(link: string): boolean {
  try {
    return statSync(Buffer.from(link, 'latin1')).isDirectory()
  } catch (error) {
    fileFailure(error, 'fileRoot', textOf(link), 'a link that can be followed')
  }
}

/** Turns an operating system error into the typed one; anything else passes through. */
function fileFailure(error: unknown, argument: string, path: string, what: string): never {
  const code = (error as NodeJS.ErrnoException).syscall ? (error as NodeJS.ErrnoException).code : undefined
  if (code === undefined) throw error
  const received = `Expected ${what} for ${argument} but`
  if (code === 'ENOENT') {
    fail(
      'FILE_NOT_FOUND',
      `${received} '${path}' does not exist`,
      `Check the path; relative ones start at the working folder`,
      error,
    )
  }
  if (code === 'ENOTDIR' || code === 'EISDIR') {
    const hint = `Point ${argument} at ${what}${argument === 'fileRoot' ? ' with one sub-folder per class' : ''}`
    fail('INVALID_ARGUMENT', `${received} '${path}' is ${code === 'EISDIR' ? 'a folder' : 'not one'}`, hint, error)
  }
  fail('FILE_UNREADABLE', `${received} '${path}' cannot be read (${code})`, 'Check its permissions and the disk', error)
}

/** Byte string to text, free of charge for ASCII names. */
function asText(bytes: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
  return /^[\x00-\x7f]*$/.test(bytes) ? bytes : textOf(bytes)
}
