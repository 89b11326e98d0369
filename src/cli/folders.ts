// What lies in the folders of --data, on disks and in buckets of object stores.
import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from '../readers/data-format.js'
import { namesStore } from '../readers/stores/stores.js'

/** The paths, or URLs, of what lies in a folder, in the order of their bytes. */
export interface Inside {
  files: string[]
  folders: string[]
}

export const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Whether a text names a folder of a store: a bucket, or what has no ending, because stores themselves have no folders. */
export const isStoreFolder = (text: string): boolean =>
  /^(s3|gs):\/\/[^/]+\/?$/i.test(text) || (/^(s3|gs):/i.test(text) && !/\.\w+$/.test(text))

/** Whether a folder's entries can be read. listed() tells of one in a store. */
export const canBeListed = (folder: string): boolean => namesStore(folder) || entriesOf(folder) !== undefined

/**
 * The files and folders in a folder, without hidden ones. `some`: of a large folder in a store only its first names, a
 * thousand or so. On a disk a folder that cannot be read has none, because its reader tells of it.
 */
export async function listed(folder: string, most?: 'some'): Promise<Inside> {
  const { files, folders } = namesStore(folder) ? await inStore(folder, !most) : onDisk(folder)
  return { files: files.sort(byBytes), folders: folders.sort(byBytes) }
}

async function inStore(folder: string, all: boolean): Promise<Inside> {
  const names = await namesIn(folder, all, { signal: new AbortController().signal })
  const root = folder.replace(/\/+$/, '')
  const urls = (list: readonly string[]) => list.flatMap((name) => (name.startsWith('.') ? [] : [`${root}/${name}`]))
  return { files: urls(names.files), folders: urls(names.folders) }
}

function onDisk(folder: string): Inside {
  const [files, folders]: [string[], string[]] = [[], []]
  for (const entry of entriesOf(folder) ?? []) {
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    const found = entry.isSymbolicLink() ? targetOf(path) : entry
    if (found?.isDirectory()) folders.push(path)
    else if (found?.isFile()) files.push(path)
  }
  return { files, folders }
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
