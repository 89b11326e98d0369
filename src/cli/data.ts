// Reads the values of --data: a folder, or files that are named one by one, by globs or by URLs. recognise.ts finds
// out what data they hold.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { glob, isDynamicPattern } from 'tinyglobby'
import { errorOf, fileNotFound, invalidArgument, unsupported } from '../errors/factories.js'
import { shownUrl } from '../errors/secrets.js'
import { native } from '../native.js'
import { storeSchemes } from '../readers/stores/stores.js'
import { isStoreFolder, macFolder } from './folders.js'
import { marksFolder } from './recognise.js'

export interface Data {
  /** The first argument of a module's function: the path of a folder, or paths of files. */
  readonly value: string | readonly string[]
  /** The data as the heading shows it; no secrets of URLs are in it, nor in `source`. */
  readonly title: string
  /** The data as the report in JSON shows it. */
  readonly source: string
}

const remote = /^([a-z][a-z0-9+.-]*):\/\//i
const what = 'a folder, a glob, files or their URLs'
export const isRemote = (path: string): boolean => remote.test(path)

/** `given`: the values of --data, at least one. Throws errors that name --data. */
export async function dataOf(given: readonly string[]): Promise<Data> {
  for (const text of given) checkScheme(text, '--data')
  const [first = ''] = given
  if (given.length === 1 && isFolder(first)) return { value: first, title: first, source: resolve(first) }
  if (given.length === 1 && isStoreFolder(first)) return { value: first, ...shown(first) }
  const files = new Set<string>()
  for (const text of given) {
    if (existsSync(text) && given.length > 1) checkNoModule(text)
    for (const file of isFolder(text) ? [fileOfFolder(text)] : await filesOf(text, '--data')) files.add(file)
  }
  const value = [...files]
  if (given.length === 1) return { value, ...shown(first) }
  return { value, title: 'the given files', source: `${value.length} files` }
}

/** The file that makes a folder a data set, as a database; other folders are not read beside other data. */
function fileOfFolder(path: string): string {
  const file = readdirSync(path).find(marksFolder)
  if (file) return join(path, file)
  throw invalidArgument(
    `Expected one folder, or files, for --data but received the folder '${path}' beside others`,
    `A glob reaches into several folders: --data '${path.replace(/\/$/, '')}/**/*.jpg' ...`,
  )
}

/** One value of --data as text: a URL without its query, which may sign it, and without a password. */
function shown(given: string): Pick<Data, 'title' | 'source'> {
  const title = shownUrl(given)
  return { title, source: existsSync(given) ? resolve(given) : title }
}

export const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory()

/** The files that a text names: a path, a URL, a glob, or paths with numbers in braces. Errors name the option. */
export async function filesOf(text: string, option: string): Promise<readonly string[]> {
  checkScheme(text, option)
  // A path that exists is taken as it is, also when it has brackets.
  if (remote.test(text) || existsSync(text)) return [text]
  if (/\{\d+\.\.\d+\}/.test(text)) {
    // Numbers are paths one by one, as readers expand them: what is missing is missed.
    const files = await Promise.all(
      native()
        .expandPaths(text)
        .map((path) => filesOf(path, option)),
    )
    return files.flat()
  }
  if (!isDynamicPattern(text)) {
    throw fileNotFound(
      `Expected ${what} for ${option} but '${text}' does not exist`,
      `Check the path; relative ones start at the working folder, ${process.cwd()}`,
    )
  }
  const matches = await glob(text, { absolute: text.startsWith('/'), expandDirectories: false })
  const found = matches.filter((path) => !path.split('/').includes(macFolder))
  if (!found.length) {
    throw errorOf(
      'EMPTY_DATASET',
      `Expected files for ${option} but none matches '${text}'`,
      `* matches within a folder and ** across folders; upper and lower case differ, and hidden files do not match. Relative patterns start at the working folder, ${process.cwd()}`,
    )
  }
  return found.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

/** Refuses addresses of other kinds than readers read, and patterns, which are matched on disks alone. */
function checkScheme(text: string, option: string): void {
  const given = remote.exec(text)?.[1]
  const scheme = given?.toLowerCase()
  if (!given || !scheme) return
  if (storeSchemes.includes(scheme)) {
    if (given !== scheme) {
      throw invalidArgument(`Expected ${what} for ${option} but received '${text}'`, `Write ${scheme}:// in lower case`)
    }
    const [path = ''] = text.split('?')
    if (path.includes('*')) throw patternInStore(text, path, option)
    return
  }
  if (scheme === 'file') {
    throw invalidArgument(`Expected ${what} for ${option} but received '${text}'`, 'Give the path without file://')
  }
  throw unsupported(
    `Expected ${what} for ${option} but received '${text}': penstock does not read from ${scheme}://`,
    'Give an http(s)://, s3://, gs:// or hf:// URL, or download the data',
  )
}

function patternInStore(text: string, path: string, option: string) {
  const folder = path.slice(0, path.lastIndexOf('/', path.indexOf('*')))
  const numbers = 'Numbers in braces stand for files: part-{000..127}.tar'
  return unsupported(
    `Expected ${what} for ${option} but received '${shownUrl(text)}': * matches on disks alone`,
    /^(s3|gs|hf):/.test(text) ? `Give the folder, '${folder}'. ${numbers}` : numbers,
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
