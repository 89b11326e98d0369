// What --data names: a folder, or a list of files that are named one by one or by globs. Nothing is read here.
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { glob, isDynamicPattern } from 'tinyglobby'
import { errorOf, fileNotFound, invalidArgument, unsupported } from '../errors/factories.js'

export interface Data {
  /** What a module's function receives as its first argument: the path of a folder, or paths of files. */
  readonly value: string | readonly string[]
  /** The data as the heading shows it. */
  readonly title: string
  /** The data as the report in JSON shows it. */
  readonly source: string
}

const remote = /^([a-z][a-z0-9+.-]*):\/\//i
const what = 'a folder, a glob or files of this machine'

/** `given`: the values of --data, at least one. Throws errors that name --data. */
export async function dataOf(given: readonly string[]): Promise<Data> {
  for (const text of given) checkLocal(text)
  const [first = ''] = given
  if (given.length === 1 && isFolder(first)) return { value: first, title: first, source: resolve(first) }
  const files = new Set<string>()
  for (const text of given) for (const file of await filesOf(text, given)) files.add(file)
  const value = [...files]
  if (given.length === 1) return { value, title: first, source: existsSync(first) ? resolve(first) : first }
  return { value, title: 'the given files', source: `${value.length} files` }
}

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory()

async function filesOf(text: string, given: readonly string[]): Promise<readonly string[]> {
  // A path that exists is taken as it is, also when it has brackets.
  if (existsSync(text)) {
    if (isFolder(text)) throw severalFolders(text)
    if (given.length > 1) checkNoModule(text)
    return [text]
  }
  if (!isDynamicPattern(text)) {
    throw fileNotFound(
      `Expected ${what} for --data but '${text}' does not exist`,
      `Check the path; relative ones start at the working folder, ${process.cwd()}`,
    )
  }
  const found = await glob(text, { absolute: text.startsWith('/'), expandDirectories: false })
  if (!found.length) {
    throw errorOf(
      'EMPTY_DATASET',
      `Expected files for --data but none matches '${text}'`,
      `* matches within a folder and ** across folders; upper and lower case differ, and hidden files do not match. Relative patterns start at the working folder, ${process.cwd()}`,
    )
  }
  return found.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

/** Refuses addresses, such as s3://bucket/key: readers read files of this machine. */
function checkLocal(text: string): void {
  const scheme = remote.exec(text)?.[1]?.toLowerCase()
  if (!scheme) return
  if (scheme === 'file') {
    throw invalidArgument(`Expected ${what} for --data but received '${text}'`, 'Give the path without file://')
  }
  const cures: Record<string, string> = {
    s3: `Copy the data first (aws s3 sync ${text} DIR), or mount the bucket (mount-s3), and give the folder: --data DIR`,
    gs: `Copy the data first (gcloud storage rsync -r ${text} DIR), or mount the bucket (gcsfuse), and give the folder: --data DIR`,
  }
  throw unsupported(
    `Expected ${what} for --data but received '${text}': penstock does not read from ${scheme}:// yet`,
    cures[scheme] ?? 'Download the data first, and give the folder: --data DIR',
  )
}

function severalFolders(path: string) {
  return invalidArgument(
    `Expected one folder, or files, for --data but received the folder '${path}' beside others`,
    `A glob reaches into several folders: --data '${path.replace(/\/$/, '')}/**/*.jpg' ...`,
  )
}

/** Refuses a module: --data takes all that follows it up to the next option. */
function checkNoModule(path: string): void {
  if (!/\.[cm]?[jt]s$/.test(path)) return
  throw invalidArgument(
    `Expected ${what} for --data but received the module '${path}'`,
    `--data takes all that stands behind it: put the module in front of it, or write --pipeline ${path}`,
  )
}
