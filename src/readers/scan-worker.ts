// Entry point of the thread that scans a large data set; it answers once.
import { parentPort, workerData } from 'node:worker_threads'
import { PipelineError } from '../errors.js'
import { type FileReaderArgs, scanFileDataset } from './dataset.js'
import type { ScanReply } from './scan.js'

function answer(args: FileReaderArgs): ScanReply {
  try {
    const { table, classes, ignored } = scanFileDataset(args)
    return { table, classes, ignored }
  } catch (error) {
    // Anything else ends the thread, which the other side sees as an error.
    if (!(error instanceof PipelineError)) throw error
    return { error: error.toJSON(), cause: error.cause }
  }
}

parentPort!.postMessage(answer(workerData as FileReaderArgs))
