// Finds out what the files and folders of --data are. One file of each kind of name is looked at by the readers
// themselves; here are the rules for folders, which hold for all readers. Pictures are known by their endings, because
// there may be millions of them.
import { basename } from 'node:path'
import { errorFrom, errorOf, invalidArgument, unsupported } from '../errors/factories.js'
import { shownUrl } from '../errors/secrets.js'
import { PipelineError } from '../errors.js'
import { native } from '../native.js'
import { type DataFormat, type DataReading, dataFormats, formatsOf, readingOf } from '../readers/data-format.js'
import { namesStore } from '../readers/stores/stores.js'
import { byBytes, listed } from './folders.js'

/** The kind of some data, and how it is read. */
export interface Recognised extends DataReading {
  format: DataFormat
}

interface Found {
  format: DataFormat
  paths: readonly string[]
  folder: boolean
  first: string
}

/** Kinds of names that are looked at in a folder, and folders that are looked into. */
const limits = { names: 64, folders: 1024, depth: 4 }

const endingOf = (path: string) => /\.([a-z][a-z0-9]*)$/i.exec(basename(shownUrl(path)))?.[1]?.toLowerCase()
const byEnding = (path: string) => dataFormats().find(({ endings }) => endings.includes(endingOf(path) ?? ''))
/** Whether it is the format of files that are pictures. */
export const isPicture = (format: DataFormat | undefined) => format?.endings.includes('jpg') ?? false
export const pictures = () => dataFormats().find(isPicture)!

/** Whether a file of this name makes its folder a data set, as a database. */
export const marksFolder = (path: string) =>
  dataFormats().some(({ folderFile }) => folderFile && folderFile === basename(path))

/** A name without the ending that a container has. */
export function withoutEnding(name: string): string {
  return byEnding(name)?.indexed ? name.replace(/\.[^.]*$/, '') : name
}

/** Recognises a folder, by its path, or a list of files, and looks at the first samples. Errors name --data. */
export async function recognise(value: string | readonly string[]): Promise<Recognised> {
  try {
    const found = typeof value === 'string' ? await inFolder(value) : await ofFiles(value)
    return { format: found.format, ...(await readingOf(found.format, found)) }
  } catch (error) {
    throw ofData(error)
  }
}

/** The files in a folder that have indexes. */
export async function indexable(folder: string): Promise<readonly string[]> {
  const kinds = await kindsOf((await listed(folder)).files)
  return [...kinds].flatMap(([format, files]) => (format?.indexed ? files : [])).sort(byBytes)
}

/** The kind of name: files of one kind have the same known ending, or names that differ in digits alone. */
const kindOfName = (path: string) => (byEnding(path) ? endingOf(path)! : basename(path).replace(/\d+/g, '#'))

/** The formats of files, with their files; undefined for those that are not known. */
async function kindsOf(paths: readonly string[], look = lookedAt): Promise<Map<DataFormat | undefined, string[]>> {
  const names = new Map<string, string[]>()
  for (const path of paths) {
    const key = kindOfName(path)
    const same = names.get(key)
    if (same) same.push(path)
    else if (names.size < limits.names) names.set(key, [path])
  }
  const groups = [...names.values()]
  const formats = await formatsOfFirst(
    groups.map(([first]) => first!),
    look,
  )
  const kinds = new Map<DataFormat | undefined, string[]>()
  groups.forEach((files, i) => {
    const format = formats[i]
    kinds.set(format, [...(kinds.get(format) ?? []), ...files])
  })
  return kinds
}

/** The formats of files of a folder: one that cannot be read does not keep the others from being read. */
async function lookedAt(paths: readonly string[]): Promise<(DataFormat | undefined)[]> {
  const looks = paths.map(async (path) => (await formatsOf([path]))[0])
  return (await Promise.allSettled(looks)).map((one) => (one.status === 'fulfilled' ? one.value : undefined))
}

async function formatsOfFirst(paths: readonly string[], look: typeof lookedAt): Promise<(DataFormat | undefined)[]> {
  const named = paths.map(byEnding)
  // An object of a store is asked for only where its name says nothing.
  const asked = paths.filter((path, i) => !(namesStore(path) ? named[i] : isPicture(named[i])))
  const looked = await look(asked.map(firstOf))
  // The reader reports what is wrong with a file that has only the ending of the format.
  return paths.map((path, i) => looked[asked.indexOf(path)] ?? named[i])
}

/** Braces of a URL are expanded by the reader. */
const firstOf = (path: string) => (namesStore(path) ? native().expandPaths(path)[0]! : path)

async function ofFiles(paths: readonly string[]): Promise<Found> {
  const kinds = [...(await kindsOf(paths, (files) => formatsOf(files)))]
  const [[format, [first]] = [undefined, ['']]] = kinds as [DataFormat | undefined, string[]][]
  const unknown = kinds.find(([each]) => !each)?.[1][0]
  if (unknown !== undefined) throw notKnown(unknown)
  if (kinds.length > 1) throw mixed(first!, kinds[1]![1][0]!)
  if (format!.unit === 'file' && paths.length > 1) throw severalSets(format!, paths)
  const folders = paths.map((path) =>
    basename(path) === format!.folderFile ? path.slice(0, -1 - basename(path).length) : path,
  )
  return { format: format!, paths: folders.map((path) => path || '.'), folder: false, first: firstOf(first!) }
}

async function inFolder(folder: string): Promise<Found> {
  const whole = (format: DataFormat, first: string): Found => ({ format, paths: [folder], folder: true, first })
  const { files, folders, readable } = await listed(folder, 'some')
  // The reader refuses a folder that cannot be listed at all.
  if (!readable) return whole(pictures(), '')
  const marker = files.find(marksFolder)
  if (marker) return { ...(await ofFiles([marker])), paths: [folder] }
  const here = await kindsOf(files)
  const described = await describing(folders, here)
  if (described) return described
  const below = await firstBelow(folders)
  const [pictured] = [here, below].flatMap((kinds) => kinds.get(pictures()) ?? [])
  if (pictured) return whole(pictures(), pictured)
  const kinds = known(here).length ? known(here) : known(below)
  const [one, other] = kinds
  if (!one) throw nothingIn(folder)
  if (other) throw mixed(one[1][0]!, other[1][0]!)
  const [format, found] = one
  if (format.unit === 'folder') return whole(format, found[0]!)
  // All files of a folder on a disk were looked at.
  const listedHere = async () => (namesStore(folder) ? allOf(format, [(await listed(folder)).files]) : found)
  const all = await (known(here).length ? listedHere() : allOf(format, walk(folders)))
  return { format, paths: all.sort(byBytes), folder: false, first: all[0]! }
}

const known = (kinds: Map<DataFormat | undefined, string[]>) =>
  [...kinds].filter((entry): entry is [DataFormat, string[]] => entry[0] !== undefined)

/** A file that describes what lies beside it: in the folder, or in a sub-folder of the name that the format has. */
async function describing(
  folders: readonly string[],
  here: Map<DataFormat | undefined, string[]>,
): Promise<Found | undefined> {
  const subFolders = [...new Set(dataFormats().flatMap(({ subFolder }) => (subFolder ? [subFolder] : [])))]
  const places = [here]
  for (const name of subFolders) {
    const path = folders.find((one) => basename(one) === name)
    if (path) places.push(await kindsOf((await listed(path)).files))
  }
  for (const kinds of places) {
    const [one, other] = known(kinds).filter(([format]) => format.describes)
    if (!one) continue
    const [format, paths] = one
    if (other) throw mixed(paths[0]!, other[1][0]!)
    if (format.unit === 'file' && paths.length > 1) throw severalSets(format, paths)
    return { format, paths: paths.sort(byBytes), folder: false, first: paths[0]! }
  }
  return undefined
}

/** Files by folders: those of folders and of what lies below them, the upper ones first. */
async function* walk(folders: readonly string[], most?: 'some'): AsyncGenerator<readonly string[]> {
  let level = folders
  let left = limits.folders
  for (let depth = 0; depth < limits.depth && level.length; depth++) {
    const next: string[] = []
    for (const folder of level) {
      if (left-- <= 0) return
      const inside = await listed(folder, most)
      yield inside.files
      next.push(...inside.folders)
    }
    level = next
  }
}

/** The kind of data in the first folder that has a known kind. */
async function firstBelow(folders: readonly string[]): Promise<Map<DataFormat | undefined, string[]>> {
  for await (const files of walk(folders, 'some')) {
    const kinds = await kindsOf(files)
    if (known(kinds).length) return kinds
  }
  return new Map()
}

type ByFolder = AsyncIterable<readonly string[]> | Iterable<readonly string[]>
async function allOf(format: DataFormat, folders: ByFolder): Promise<string[]> {
  const all: string[] = []
  for await (const files of folders) all.push(...((await kindsOf(files)).get(format) ?? []))
  return all
}

/** The names of all known kinds, for messages. */
const everything = () => {
  const all = dataFormats().map(({ what }) => what)
  return `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

function notKnown(path: string): PipelineError {
  return invalidArgument(
    `Expected data that a reader reads for --data but '${shownUrl(path)}' begins as none of it`,
    `Known are ${everything()}. Compressed files must be unpacked; other data is read by a pipeline of yours: npx penstock-data run MODULE`,
  )
}

function nothingIn(folder: string): PipelineError {
  return errorOf('EMPTY_DATASET', `Expected data that a reader reads in --data but '${folder}' has none`, {
    hint: `Known are ${everything()}, also in sub-folders; hidden files and folders are left out`,
  })
}

function mixed(one: string, other: string): PipelineError {
  return invalidArgument(
    `Expected files of one kind for --data but received '${shownUrl(one)}' beside '${shownUrl(other)}'`,
    "Give the files of one kind by a glob: --data 'DIR/*.tar'",
  )
}

function severalSets({ what }: DataFormat, paths: readonly string[]): PipelineError {
  const names = paths.slice(0, 8).map((path) => basename(path))
  return invalidArgument(
    `Expected one file for --data but received ${paths.length} of a kind of which each is a data set: ${what}`,
    `Give one of them: ${names.join(', ')}${paths.length > names.length ? ', ...' : ''}`,
  )
}

/** Words an error of a look at the data so that it names the option. */
function ofData(error: unknown): unknown {
  if (!(error instanceof PipelineError)) return error
  const { hint, ...info } = error.toJSON()
  const named = (text: string) =>
    text.replace(/ for (paths?|\w+Files?|\w+Filepaths)(\[\d+\])? but /, ' for --data but ')
  return errorFrom({ ...info, message: named(error.detail), hint })
}

/** Refuses options that only data with pictures or videos has. */
export function checkPictures({ format, outputs }: Recognised, option: string): void {
  if (outputs.some(({ holds }) => holds === 'picture' || holds === 'clip')) return
  throw unsupported(
    `Expected data with pictures for ${option} but received ${format.what} without any`,
    `Leave ${option} out`,
  )
}
