// Writes the files of a new project: all of them, or none. What was made before a failure is taken away again, and a
// signal waits until the files are complete.
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { invalidArgument } from '../../errors/factories.js'
import { Interrupt } from '../interrupt.js'
import { reasonOf } from '../out/file.js'

const shownEntries = 3

/** Refuses a folder that has anything in it but the folder of git. */
export function checkEmpty(folder: string): void {
  const entries = entriesOf(folder).filter((name) => name !== '.git')
  if (!entries.length) return
  const named = entries.slice(0, shownEntries).map((name) => `'${name}'`)
  throw invalidArgument(
    `Expected an empty folder, or one that does not exist, for FOLDER but '${folder}' has ${named.join(', ')}${entries.length > named.length ? ` and ${entries.length - named.length} more` : ''}`,
    'Choose another name: nothing in a folder is replaced',
  )
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    if (code === 'ENOTDIR' && existsSync(folder)) {
      throw invalidArgument(`Expected a folder for FOLDER but '${folder}' is a file`, 'Choose another name')
    }
    throw unwritable(folder, cause)
  }
}

/** `files`: their texts by their names. */
export function writeProject(folder: string, files: ReadonlyMap<string, string>): void {
  const folders: string[] = []
  const written: string[] = []
  // Nothing else runs meanwhile, so a signal finds the project complete.
  using _ = new Interrupt({ close: async () => {} }, () => {})
  try {
    for (const path of missing(folder)) {
      mkdirSync(path)
      folders.push(path)
    }
    for (const [name, text] of files) write(join(folder, name), text, written)
  } catch (cause) {
    for (const path of written) rmSync(path, { force: true })
    for (const path of folders.reverse()) removeEmpty(path)
    throw unwritable(folder, cause)
  }
}

/** The folders that must be made, outer ones first. */
function missing(folder: string): string[] {
  const path = resolve(folder)
  return existsSync(path) ? [] : [...missing(dirname(path)), path]
}

function write(path: string, text: string, written: string[]): void {
  const file = openSync(path, 'wx')
  written.push(path)
  try {
    writeFileSync(file, text)
  } finally {
    closeSync(file)
  }
}

/** Another process may have put something into the folder. */
function removeEmpty(path: string): void {
  try {
    rmdirSync(path)
  } catch {}
}

function unwritable(folder: string, cause: unknown) {
  return invalidArgument(
    `Expected a folder that can be written for FOLDER but '${folder}' cannot: ${reasonOf(cause)}`,
    {
      hint: 'Nothing was left there. Make room, or choose another place',
      cause,
    },
  )
}
