// Facts about a reader's data set: the result of readerMeta(), and the warning about files that the reader leaves out.

import { escaped } from '../errors/escaped.js'
import { shownUrl } from '../errors/secrets.js'
import type { ShardMeta } from '../native/dataset.js'
import type { Dataset } from './dataset.js'

/** Facts about a reader's data set and shard: the result of readerMeta(). */
export interface ReaderMeta extends ShardMeta {
  /** The class name of each label: the names of the sub-folders. Empty if labels do not come from folders. */
  classes: readonly string[]
  /** Number of files in the folder that are no samples. See docs/data/folders.md. */
  ignoredFiles: number
}

export type DatasetFacts = Pick<Dataset, 'classes' | 'ignored' | 'folder' | 'fingerprint'>

const total = (ignored: DatasetFacts['ignored']) => ignored.reduce((sum, { count }) => sum + count, 0)

export function readerMeta(meta: ShardMeta, { classes, ignored }: DatasetFacts): ReaderMeta {
  return { ...meta, classes: [...classes], ignoredFiles: total(ignored) }
}

/**
 * The text of the warning, such as "3 files in '/data' are ignored: 2 lie beside the class folders ('a.jpg'), 1 is a
 * link to nothing ('b/c.jpg')".
 */
export function ignoredText({ folder, ignored }: DatasetFacts): string {
  const parts = ignored.map(({ why, count, example }) => `${count} ${why} ('${example}')`)
  const files = total(ignored)
  return `${files === 1 ? '1 file' : `${files} files`} in '${shownUrl(folder)}' ${files === 1 ? 'is' : 'are'} ignored: ${parts.join(', ')}`
}

const told = new Set<string>()

/** Warns of the files that the reader leaves out; once per thread and text, however many readers read the folder. */
export function tellIgnored(facts: DatasetFacts): void {
  if (facts.ignored.length === 0) return
  const text = escaped(ignoredText(facts))
  if (told.has(text)) return
  told.add(text)
  process.emitWarning(text, {
    type: 'PenstockWarning',
    code: 'FILES_IGNORED',
    detail: 'docs/data/folders.md says what a folder of samples is; readerMeta() counts what is ignored',
  })
}
