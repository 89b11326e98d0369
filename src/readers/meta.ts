// What a reader tells of its data set, to callers of readerMeta() and, once, of the files that it leaves out.

import type { Dataset } from './dataset.js'
import type { Sampler, ShardMeta } from './sampler.js'

export interface ReaderMeta extends ShardMeta {
  /** The class of each label: the sub-folders' names. Empty where labels do not come from folders. */
  classes: readonly string[]
  /** Files of the folder that are no samples. See docs/folders.md. */
  ignoredFiles: number
}

export type DatasetFacts = Pick<Dataset, 'classes' | 'ignored' | 'folder'>

const total = (ignored: DatasetFacts['ignored']) => ignored.reduce((sum, { count }) => sum + count, 0)

export function readerMeta(sampler: Sampler, { classes, ignored }: DatasetFacts): ReaderMeta {
  return { ...sampler.readerMeta(), classes: [...classes], ignoredFiles: total(ignored) }
}

/** "3 files in '/data' are ignored: 2 lie beside the class folders ('a.jpg'), 1 is a link to nothing ('b/c.jpg')". */
export function ignoredText({ folder, ignored }: DatasetFacts): string {
  const parts = ignored.map(({ why, count, example }) => `${count} ${why} ('${example}')`)
  const files = total(ignored)
  return `${files === 1 ? '1 file' : `${files} files`} in '${folder}' ${files === 1 ? 'is' : 'are'} ignored: ${parts.join(', ')}`
}

const told = new Set<string>()

/** Warns of the files that the reader leaves out: once per thread, however many readers look at the folder. */
export function tellIgnored(facts: DatasetFacts): void {
  if (facts.ignored.length === 0) return
  const text = ignoredText(facts)
  if (told.has(text)) return
  told.add(text)
  process.emitWarning(text, {
    type: 'PenstockWarning',
    code: 'FILES_IGNORED',
    detail: 'docs/folders.md says what a folder of samples is; readerMeta() counts what is ignored',
  })
}
