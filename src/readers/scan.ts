// The scan of a reader's data set without blocking the calling thread for long: what is small is scanned at once, the
// rest in a worker (scan-worker.ts), which costs some 50 ms to start. The table comes back in shared memory.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { PipelineError, type PipelineErrorInfo } from '../errors.js'
import { FileDataset, type FileReaderArgs, scanFileDataset } from './dataset.js'
import { TooLarge } from './disk.js'
import type { Ignored } from './ignored.js'

/** Entries that are scanned at once: some milliseconds. */
const fewEntries = 2000

export type ScanReply =
  | { table: Uint8Array<SharedArrayBuffer>; classes: readonly string[]; ignored: readonly Ignored[] }
  | { error: PipelineErrorInfo; cause: unknown }

/** The data set, or a promise of it where it is large. `signal` ends the scan; the promise then rejects. */
export function scan(args: FileReaderArgs, signal: AbortSignal): FileDataset | Promise<FileDataset> {
  try {
    return scanFileDataset(args, { left: fewEntries })
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
  }
  return scanApart(args, signal)
}

async function scanApart(args: FileReaderArgs, signal: AbortSignal): Promise<FileDataset> {
  const worker = new Worker(new URL('./scan-worker.js', import.meta.url), { workerData: args, name: 'penstock scan' })
  try {
    const [reply] = (await once(worker, 'message', { signal })) as [ScanReply]
    if ('error' in reply) throw new PipelineError({ ...reply.error, cause: reply.cause })
    return new FileDataset(reply.table, reply.classes, reply.ignored)
  } finally {
    await worker.terminate()
  }
}
