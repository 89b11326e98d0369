// Writes the index of a container (tar, TFRecord, RecordIO), which native code recognises, and compares indexes.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ContainerIndex } from '../native/dataset.js'
import { native } from '../native.js'
import { type IndexingOptions, onIndexingThread } from './indexing.js'
import { namesStore, openStores } from './stores/stores.js'

/**
 * Writes the index of the container at `path`, which may be a URL, to the new file `to`, which is on the disk when the
 * promise resolves, and gone when it rejects.
 */
export async function writeIndex(path: string, to: string, options: IndexingOptions): Promise<ContainerIndex> {
  const release = namesStore(path) ? openStores() : () => {}
  try {
    return await onIndexingThread(
      (listener) => native().indexWrite({ path, to }, listener),
      (task) => JSON.parse(native().taskTake(task) as string) as ContainerIndex,
      options,
    )
  } finally {
    release()
  }
}

/** Whether two files have the same bytes. */
export async function sameBytes(a: string, b: string): Promise<boolean> {
  if ((await stat(a)).size !== (await stat(b)).size) return false
  const [left, right] = [chunks(a), chunks(b)]
  try {
    for (;;) {
      const [one, other] = [await left.next(), await right.next()]
      if (one.done || other.done) return one.done === other.done
      if (!one.value.equals(other.value)) return false
    }
  } finally {
    await Promise.all([left.return?.(), right.return?.()])
  }
}

const chunks = (path: string): AsyncIterator<Buffer> => createReadStream(path)[Symbol.asyncIterator]()
