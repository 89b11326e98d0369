// What a folder of samples is, for `readers.file` and the command line alike: which sub-folders are classes, which files
// belong to them, and which are left out. The rules are told to users in docs/folders.md. Blocking.

import type { BigIntStats } from 'node:fs'
import { asText, type Effort, type Entry, eachEntry, spend, target } from './disk.js'
import { type Ignored, reasons } from './ignored.js'
import { byteString, type TableBuilder, textOf } from './table.js'

type NameTest = (name: string) => boolean

export interface FolderRules {
  /** Which sub-folders are classes. */
  dirs: NameTest
  /** Which files are samples. */
  files: NameTest
  /** The user chose the sub-folders: files directly in the folder are then never the data set. */
  classesOnly: boolean
  /** The user chose the files: those that do not match are left out on purpose, and not counted. */
  filesChosen: boolean
}

export interface FoundFolder {
  /** The name of each label's folder; empty where the folder is a flat one. */
  classes: string[]
  ignored: Ignored[]
  /** Sub-folders that are classes by their names, with files or without. */
  folders: number
}

/** Adds the samples below `root` to `builder`, sorted by label and then by path, both byte by byte. */
export function discoverFolder(root: string, builder: TableBuilder, rules: FolderRules, effort: Effort): FoundFolder {
  const scan = new FolderScan(byteString(root.endsWith('/') ? root : `${root}/`), rules, effort)
  const { folders, files, others } = scan.list('', rules.dirs)
  folders.sort()
  files.sort()
  for (const [label, folder] of folders.entries()) {
    for (const path of scan.samples(folder)) builder.add(path, label)
  }
  const flat = builder.count === 0 && !rules.classesOnly
  if (flat) {
    for (const path of files) builder.add(path, 0)
    scan.ignore('endings', others)
  } else scan.ignore('beside', files)
  return { classes: flat ? [] : folders.map(textOf), ignored: scan.ignored(), folders: folders.length }
}

class FolderScan {
  private above: Set<string> | undefined
  private readonly left = new Map<Ignored['reason'], { count: number; example: string }>()

  constructor(
    /** Ends in a slash. */
    private readonly root: string,
    private readonly rules: FolderRules,
    private readonly effort: Effort,
  ) {}

  /** The samples at any depth below a class folder. */
  samples(folder: string): string[] {
    const all: string[] = []
    const pending = [folder]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { folders, files, others } = this.list(`${next}/`, () => true)
      for (const path of files) all.push(path)
      for (const path of folders) pending.push(path)
      this.ignore('endings', others)
    }
    return all.sort()
  }

  ignore(reason: Ignored['reason'], paths: readonly string[]): void {
    if (paths.length === 0) return
    const known = this.left.get(reason)
    if (known) known.count += paths.length
    else this.left.set(reason, { count: paths.length, example: textOf(paths[0]!) })
  }

  ignored(): Ignored[] {
    return reasons.flatMap((reason) => {
      const found = this.left.get(reason)
      return found ? [{ reason, ...found }] : []
    })
  }

  /**
   * Folders, samples and other files in one folder, as paths below the root. `below` is '' or ends in a slash. Hidden folders
   * are passed over, and so are hidden files that are no samples.
   */
  list(below: string, dirs: NameTest): Record<'folders' | 'files' | 'others', string[]> {
    const folders: string[] = []
    const files: string[] = []
    const others: string[] = []
    eachEntry(this.root + below, (name, entry) => {
      spend(this.effort)
      const path = below + name
      const text = asText(name)
      const hidden = name.startsWith('.')
      const kind = this.kindOf(path, entry)
      if (kind === 'folder') {
        if (!hidden && dirs(text)) folders.push(path)
      } else if (kind === 'nowhere') {
        if (!hidden && (this.rules.files(text) || dirs(text))) this.ignore('links', [path])
      } else if (kind === 'file') {
        if (this.rules.files(text)) files.push(path)
        else if (!hidden && !this.rules.filesChosen) others.push(path)
      }
    })
    return { folders, files, others }
  }

  private kindOf(path: string, entry: Entry): 'folder' | 'file' | 'nowhere' | 'other' {
    if (!entry.isSymbolicLink()) return entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other'
    const found = target(this.root + path)
    if (!found || (found.isDirectory() && this.isAbove(path, found))) return 'nowhere'
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other'
  }

  /** A link to a folder above it, the data set's own parents included, would be followed for ever. */
  private isAbove(path: string, folder: BigIntStats): boolean {
    this.above ??= this.parents()
    if (this.above.has(identity(folder))) return true
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const parent = target(this.root + path.slice(0, end))
      if (parent && identity(parent) === identity(folder)) return true
    }
    return false
  }

  /** The root and all folders above it. */
  private parents(): Set<string> {
    const found = new Set<string>()
    for (let path = this.root; ; path += '../') {
      const folder = target(path)
      if (!folder || found.has(identity(folder))) return found
      found.add(identity(folder))
    }
  }
}

const identity = ({ dev, ino }: BigIntStats) => `${dev}:${ino}`
