// Checkpoint files: file names with a number in them, and writes that leave either the old file or the whole new one.
import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileNotFound, fileUnreadable, invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { makeFolders } from '../../readers/make-folders.js'

/** A path with at most one field `{seq}` in the file's name; `{seq:04d}` has at least four digits. */
export interface Pattern {
  text: string
  /** Whether it has the field. */
  numbered: boolean
  /** The path with the number in place of the field. */
  path(seq: number): string
  /** The files that match, each with its number. */
  found(): { seq: number; path: string }[]
}

const field = /\{([^{}]*)\}/g
const number = /^seq(?::0?(\d{1,2})d?)?$/
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Throws INVALID_ARGUMENT for a path that is no pattern. */
export function parsePattern(text: unknown, op: string, callSite: string): Pattern {
  const refuse = (what: string): never => {
    const message = `Expected a path, or one with {seq} in the file's name, for path but received ${shown(text)}${what}`
    throw invalidArgument(message, { op, callSite })
  }
  if (typeof text !== 'string' || text === '' || text.includes('\0')) return refuse('')
  const folder = dirname(text)
  const name = basename(text)
  const fields = [...text.matchAll(field)]
  const [own] = fields
  if (fields.length > 1) refuse(', which has several fields')
  if (own && !number.test(own[1]!)) refuse(': {seq} and {seq:04d} are known')
  if (own && !name.includes(own[0])) refuse(', whose folder has the field')
  const digits = Number((own && number.exec(own[1]!)?.[1]) ?? 1)
  const path = (seq: number) => (own ? join(folder, name.replace(own[0], String(seq).padStart(digits, '0'))) : text)
  const test = own && new RegExp(`^${name.split(own[0]).map(literal).join('(\\d+)')}$`)
  const found = () => {
    if (!test) return []
    return list(folder).flatMap((entry) => {
      const seq = test.exec(entry)?.[1]
      return seq === undefined ? [] : [{ seq: Number(seq), path: join(folder, entry) }]
    })
  }
  return { text, numbered: own !== undefined, path, found }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    const message = `Expected a folder that can be listed but '${folder}' is not one (${code})`
    throw fileUnreadable(message, { op: 'checkpoint', cause: error })
  }
}

/**
 * Writes the whole text or nothing. If it cannot, it throws INVALID_ARGUMENT, and a file that was there stays as it
 * was.
 */
export function writeWhole(path: string, text: string, callSite: string): void {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    makeFolders(dirname(path))
    const file = openSync(temporary, 'w')
    try {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      // If the file were renamed before its bytes are on the disk, a crash could leave an empty file in place of the
      // old one.
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    remove(temporary)
    const { code } = error as NodeJS.ErrnoException
    const full = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
    throw invalidArgument(
      `Expected a path that can be written but '${path}' cannot be (${full ? `${code}: there is no room for it` : code})`,
      {
        op: 'checkpoint.save',
        hint: `${full ? 'Make room on the disk' : 'Check the folder and its permissions'}; a file that was there is as it was`,
        callSite,
        cause: error,
      },
    )
  }
}

/** Removes the file if it is there. */
function remove(path: string): void {
  try {
    rmSync(path)
  } catch {
    // The user gets the error of the write, not this one.
  }
}

/** The text of a file. Throws FILE_NOT_FOUND, FILE_UNREADABLE. */
export function readWhole(path: string, callSite: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const details = { op: 'checkpoint.load', callSite, cause: error }
    if (code === 'ENOENT') {
      const hint = `Check the path; relative ones start at the working folder, ${process.cwd()}`
      throw fileNotFound(`'${path}' does not exist`, { ...details, hint })
    }
    throw fileUnreadable(`'${path}' cannot be read (${code})`, {
      ...details,
      hint: 'Check its permissions and the disk',
    })
  }
}
