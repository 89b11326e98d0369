// What lies in the folders of --data, on disks and in buckets of object stores.
import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from '../readers/data-format.js'
import { namesStore } from '../readers/stores/stores.js'

/** The paths, or URLs, of what lies in a folder, in the order of their bytes. */
export interface Inside {
  files: string[]
  folders: string[]
  /** False for a folder on a disk that cannot be read, which then has nothing, because its reader tells of it. */
  readable: boolean
}

export const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Whether a text names a folder of a store: a bucket, or what has no ending, because stores themselves have no folders. */
export const isStoreFolder = (text: string): boolean =>
  /^(s3|gs):\/\/[^/]+\/?$/i.test(text) || (/^(s3|gs):/i.test(text) && !/\.\w+$/.test(text))

/**
 * The files and folders in a folder, without hidden ones. `some`: of a large folder in a store only its first names, a
 * thousand or so.
 */
export async function listed(folder: string, most?: 'some'): Promise<Inside> {
  const inside = namesStore(folder) ? await inStore(folder, !most) : onDisk(folder)
  inside.files.sort(byBytes)
  inside.folders.sort(byBytes)
  return inside
}

async function inStore(folder: string, all: boolean): Promise<Inside> {
  const names = await namesIn(folder, all, { signal: new AbortController().signal })
  const root = folder.replace(/\/+$/, '')
  const urls = (list: readonly string[]) => list.flatMap((name) => (name.startsWith('.') ? [] : [`${root}/${name}`]))
  return { files: urls(names.files), folders: urls(names.folders), readable: true }
}

function onDisk(folder: string): Inside {
  const [files, folders]: [string[], string[]] = [[], []]
  const entries = entriesOf(folder)
  for (const entry of entries ?? []) {
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    const found = entry.isSymbolicLink() ? targetOf(path) : entry
    if (found?.isDirectory()) folders.push(path)
    else if (found?.isFile()) files.push(path)
  }
  return { files, folders, readable: entries !== undefined }
}

/** What a link leads to; undefined for nothing, and for itself. */
function targetOf(link: string): Stats | undefined {
  try {
    return statSync(link)
  } catch {
    return undefined
  }
}

function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return undefined
  }
}
