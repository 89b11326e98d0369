// What a reader tells of its data set, to callers of readerMeta() and, once, of the files that it leaves out.

import type { FileDataset } from './dataset.js'
import type { Ignored } from './ignored.js'
import type { Sampler, ShardMeta } from './sampler.js'

export interface ReaderMeta extends ShardMeta {
  /** The class of each label: the sub-folders' names. Empty where labels do not come from folders. */
  classes: readonly string[]
  /** Files of the folder that are no samples. See docs/folders.md. */
  ignoredFiles: number
}

export type DatasetFacts = Pick<FileDataset, 'classes' | 'ignored'>

const total = (ignored: readonly Ignored[]) => ignored.reduce((sum, { count }) => sum + count, 0)

export function readerMeta(sampler: Sampler, { classes, ignored }: DatasetFacts): ReaderMeta {
  return { ...sampler.readerMeta(), classes: [...classes], ignoredFiles: total(ignored) }
}

const words: Record<Ignored['reason'], (count: number) => string> = {
  beside: (n) => `${n === 1 ? 'lies' : 'lie'} beside the class folders`,
  links: (n) => `${n === 1 ? 'is a link' : 'are links'} to nothing or to a folder above`,
  endings: (n) => `${n === 1 ? 'matches' : 'match'} no fileFilters`,
}

/** "3 files in '/data' are ignored: 2 lie beside the class folders ('a.jpg'), 1 matches no fileFilters ('b/c.txt')". */
export function ignoredText(root: string, ignored: readonly Ignored[]): string {
  const parts = ignored.map(({ reason, count, example }) => `${count} ${words[reason](count)} ('${example}')`)
  const files = total(ignored)
  return `${files === 1 ? '1 file' : `${files} files`} in '${root}' ${files === 1 ? 'is' : 'are'} ignored: ${parts.join(', ')}`
}

const told = new Set<string>()

/** Warns of the files that the reader leaves out: once per thread, however many readers look at the folder. */
export function tellIgnored(fileRoot: unknown, { ignored }: DatasetFacts): void {
  if (ignored.length === 0) return
  const text = ignoredText(String(fileRoot), ignored)
  if (told.has(text)) return
  told.add(text)
  process.emitWarning(text, {
    type: 'PenstockWarning',
    code: 'FILES_IGNORED',
    detail: 'docs/folders.md says what a folder of samples is; readerMeta() counts what is ignored',
  })
}
