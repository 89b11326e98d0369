// Asks readers about data (native/dataset/set/data_format.h): which formats there are, which of them a file has, and
// with which arguments data is read. No reader is named here.
import type { Json } from '../graph/types.js'
import { type Handle, native, type SystemInfo } from '../native.js'
import { onIndexingThread } from './indexing.js'
import { namesStore, openStores } from './stores/stores.js'

/** The format of the data that a reader reads. */
export interface DataFormat {
  /** The reader's name. */
  reader: string
  /** A word for it, such as 'tar'. */
  name: string
  /** The words for messages, such as 'tar archives (.tar)'. */
  what: string
  /** Endings of the names of its files, without the dot. Files have others too. */
  endings: readonly string[]
  /** Several files are one data set, each file is one, or a folder is read with all folders below it. */
  unit: 'files' | 'file' | 'folder'
  /** The name of a file that makes a folder a data set, or ''. */
  folderFile: string
  /** The name of a sub-folder where its files may lie, or ''. */
  subFolder: string
  /** Its files describe pictures or sounds that lie beside them. */
  describes: boolean
  /** `penstock-data index` writes its indexes. */
  indexed: boolean
}

/** Data that was recognised. */
export interface DataSource {
  /** The files, or one folder. */
  paths: readonly string[]
  folder: boolean
  /** A file of it that was looked at; '' for a folder of a store. */
  first: string
}

/** The way in which data is read. */
export interface DataReading {
  /** The arguments of the reader. */
  args: Record<string, Json>
  /** The reader's outputs: what they are called, and what they hold. */
  outputs: readonly { name: string; holds: 'picture' | 'clip' | 'sound' | 'label' | 'bytes' | 'values' }[]
}

let formats: readonly DataFormat[] | undefined

/** The formats of all readers that have one. */
export function dataFormats(): readonly DataFormat[] {
  formats ??= (JSON.parse(native().info()) as SystemInfo).formats as DataFormat[]
  return formats
}

/** The format of each file, by its content; undefined where no reader recognises it. Throws for what cannot be read. */
export async function formatsOf(paths: readonly string[]): Promise<(DataFormat | undefined)[]> {
  if (!paths.length) return []
  const readers = await found<(string | null)[]>((listener) => native().formatsFind(paths, listener), paths)
  return readers.map((reader) => dataFormats().find((format) => format.reader === reader))
}

/** The names in a folder. */
export interface FolderNames {
  files: readonly string[]
  folders: readonly string[]
}

/** The content of a folder of a store; a large one gives only the first names, unless `all` are asked for. Throws for a folder that is not there. */
export function namesIn(folder: string, all: boolean): Promise<FolderNames> {
  return found((listener) => native().folderList({ folder, all }, listener), [folder])
}

/** The way in which the data is read, by a look at its first samples. Throws the reader's errors. */
export function readingOf({ reader }: DataFormat, source: DataSource): Promise<DataReading> {
  return found((listener) => native().readingFind({ reader, ...source }, listener), [...source.paths, source.first])
}

async function found<T>(start: (listener: Handle) => Handle, paths: readonly string[]): Promise<T> {
  const release = namesStore(paths) ? openStores() : () => {}
  try {
    return await onIndexingThread(start, (task) => JSON.parse(native().taskTake(task) as string) as T)
  } finally {
    release()
  }
}
