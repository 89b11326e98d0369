// Writes one file of --out. A regular file gets its name when it is complete, so that no incomplete file is ever seen
// under that name. Errors name --out, the file and the reason.
import { closeSync, existsSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { invalidArgument } from '../../errors/factories.js'
import type { PipelineError } from '../../errors.js'

/** Bytes of one write: a single write of more than 2 GB is not possible. */
const writeBytes = 64 << 20

/** A name in the folder of `path` under which the file is written until it is complete. */
const temporaryName = (path: string) => join(dirname(path), `.penstock-${process.pid}.tmp`)

/** The file that is written: links are followed, because a link must not be replaced by a file. */
export const targetOf = (path: string) => (existsSync(path) ? realpathSync(path) : resolve(path))

/** Devices and pipes are written in place. */
const isSpecial = (path: string) => existsSync(path) && !statSync(path).isFile()

/** Throws an error that names the option if the file cannot be written: before the run and not after it. Changes no file. */
export function checkWritable(path: string, option: Option = '--out'): void {
  try {
    const target = targetOf(path)
    if (existsSync(target)) closeSync(openSync(target, 'a'))
    if (isSpecial(target)) return
    const temporary = temporaryName(target)
    closeSync(openSync(temporary, 'w'))
    rmSync(temporary)
  } catch (cause) {
    throw unwritable(path, cause, option)
  }
}

/**
 * Writes the file, whose content is the parts one after the other; an existing file is replaced. On failure it throws
 * an error that names `option`, and leaves what was there before.
 */
export function writeFile(path: string, parts: readonly Uint8Array[], option: Option = '--out'): void {
  let temporary: string | undefined
  try {
    const target = targetOf(path)
    if (isSpecial(target)) {
      writeParts(openSync(target, 'w'), parts)
      return
    }
    const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o666
    temporary = temporaryName(target)
    writeParts(openSync(temporary, 'w', mode), parts)
    renameSync(temporary, target)
  } catch (cause) {
    if (temporary !== undefined) rmSync(temporary, { force: true })
    throw unwritable(path, cause, option)
  }
}

/** Writes the parts and closes the file in every case. */
function writeParts(file: number, parts: readonly Uint8Array[]): void {
  try {
    for (const part of parts) {
      for (let at = 0; at < part.byteLength; ) {
        at += writeSync(file, part, at, Math.min(writeBytes, part.byteLength - at))
      }
    }
  } finally {
    closeSync(file)
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a folder',
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a limit of the size of files is reached (ulimit -f)',
  ENAMETOOLONG: 'its name is too long',
}

/** Why something cannot be written, in words. */
export function reasonOf(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code ?? ''
  return reasons[code] ?? (code || String(cause))
}

/** What names the place of a file: an option, or an argument. */
type Option = `--${string}` | 'OUT'

function unwritable(path: string, cause: unknown, option: Option = '--out'): PipelineError {
  const full = ['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '')
  const isOption = option !== 'OUT'
  const other = isOption ? `choose another place with ${option} FILE` : 'choose another OUT'
  const hint = full
    ? `Make room there, or ${other}. Files that were written before are complete`
    : `C${other.slice(1)}${isOption ? `, or leave ${option} out` : ''}`
  return invalidArgument(`Expected a file that can be written for ${option} but '${path}' cannot: ${reasonOf(cause)}`, {
    hint,
    cause,
  })
}
