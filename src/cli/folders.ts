// Lists the content of the folders of --data, on disks and in buckets of object stores.
import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from '../readers/data-format.js'
import { namesStore } from '../readers/stores/stores.js'

/** The paths, or URLs, of the entries of a folder, in the order of their bytes. */
export interface Inside {
  files: string[]
  folders: string[]
  /** False for a folder on a disk that cannot be read. It has no entries then, and its reader reports it. */
  readable: boolean
}

export const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/**
 * Whether a text names a folder of a store: a bucket, a repository of a hub, or a name without an ending, because names do not
 * tell folders from objects.
 */
export const isStoreFolder = (text: string): boolean =>
  /^((s3|gs):\/\/[^/]+|hf:\/\/(models\/|datasets\/|spaces\/)?[^/]+\/[^/]+)\/?$/i.test(text) ||
  (/^(s3|gs|hf):/i.test(text) && !/\.\w+$/.test(text))

/** The folder in which macOS keeps data about the files beside it. As native/dataset/set/passed_over.h has it. */
export const macFolder = '__MACOSX'

/**
 * The files and folders in a folder, without hidden ones and those of macOS. `some`: only about the first thousand names of
 * a large folder in a store.
 */
export async function listed(folder: string, most?: 'some'): Promise<Inside> {
  const inside = namesStore(folder) ? await inStore(folder, !most) : onDisk(folder)
  inside.files.sort(byBytes)
  inside.folders.sort(byBytes)
  return inside
}

async function inStore(folder: string, all: boolean): Promise<Inside> {
  const names = await namesIn(folder, all)
  const root = folder.replace(/\/+$/, '')
  const urls = (list: readonly string[]) => list.map((name) => `${root}/${name}`)
  return { files: urls(names.files), folders: urls(names.folders), readable: true }
}

function onDisk(folder: string): Inside {
  const [files, folders]: [string[], string[]] = [[], []]
  const entries = entriesOf(folder)
  for (const entry of entries ?? []) {
    if (entry.name.startsWith('.') || entry.name === macFolder) continue
    const path = join(folder, entry.name)
    const found = entry.isSymbolicLink() ? targetOf(path) : entry
    if (found?.isDirectory()) folders.push(path)
    else if (found?.isFile()) files.push(path)
  }
  return { files, folders, readable: entries !== undefined }
}

/** The target of a link; undefined where there is none, and for a link to itself. */
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
