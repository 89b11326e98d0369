// Shows on a terminal how far a pipeline's readers are with listing their data, while it is built.
import type { IndexProgress } from '../index.js'
import { type Progress, progress } from './progress.js'

/** Milliseconds after which a bar is worth its place. */
const patienceMs = 400

export class Listing implements Disposable {
  private bar: Progress | undefined
  private readonly begin = performance.now()
  private readonly readers = new Map<string, IndexProgress>()

  /** The options of build(); empty where no bar is wanted. */
  readonly onProgress: ((told: IndexProgress) => void) | undefined

  constructor(wanted: boolean) {
    if (wanted && process.stderr.isTTY) this.onProgress = (told) => this.show(told)
  }

  private show(told: IndexProgress): void {
    this.readers.set(told.reader, told)
    if (performance.now() - this.begin < patienceMs) return
    this.bar ??= progress(true, 0, 'sample', true)
    const all = [...this.readers.values()]
    this.bar.update(
      all.reduce((sum, { samples }) => sum + samples, 0),
      all.reduce((sum, each) => sum + shareOf(each), 0) / all.length,
    )
  }

  /** Takes the bar away. */
  [Symbol.dispose](): void {
    this.bar?.stop()
    this.bar = undefined
  }
}

/** By bytes, where the sizes of all files are known. */
export function shareOf({ bytes, bytesDone, files, filesDone }: Omit<IndexProgress, 'reader'>): number {
  if (bytes) return bytesDone / bytes
  return files ? filesDone / files : 0
}
