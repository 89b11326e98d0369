// The functions of native/addon/dataset.cc: tasks that build data sets and recognise data, and the source of a reader's
// samples.
import type { Handle } from './handle.js'

export interface DatasetFunctions {
  /**
   * Starts a task, a native thread, which builds a reader's data set; returns its handle. `program` consists of that reader,
   * or with `joined` of readers whose data sets become one.
   * taskTake() gives the handle of the data set, which belongs to this thread; programs that are made from it share it.
   * The listener of a task, if it has one, is called when taskTake() will not wait. `watched`: report() will be called.
   */
  datasetBuild(program: string, listener: Handle | 0, watched: boolean): Handle
  /**
   * Starts a task that writes the index of a container, a path or URL, to a new file. taskTake() gives JSON:
   * ContainerIndex.
   */
  indexWrite(options: { path: string; to: string }, listener: Handle): Handle
  /** Starts a task that recognises files. taskTake() gives JSON: the names of their readers, or null. */
  formatsFind(paths: readonly string[], listener: Handle): Handle
  /**
   * Starts a task that lists a folder of a store; a large one gives only its first names, unless `all` are asked for.
   * taskTake() gives JSON: FolderNames of src/readers/data-format.ts.
   */
  folderList(options: { folder: string; all: boolean }, listener: Handle): Handle
  /** Starts a task that finds out how a reader reads data. taskTake() gives JSON: DataReading of src/readers/data-format.ts. */
  readingFind(
    options: { reader: string; paths: readonly string[]; folder: boolean; first: string },
    listener: Handle,
  ): Handle
  /** Waits for a task, and returns what it has made, once. Throws the error with which it ended; ABORTED after stop(). */
  taskTake(task: Handle): Handle | string
  /** Returns the paths that one with braces stands for, as readers take them: 'x-{000..127}.tar'. */
  expandPaths(path: string): string[]
  /**
   * Returns JSON: ReaderPlace, the place `after` samples after another one. `args`: the reader's arguments as JSON, with
   * `size`, the number of samples in its data set, and `batchSize`. Throws INVALID_ARGUMENT for wrong options, and for a
   * place outside of its epoch. `epochs`: the batches between the two end where epochs end. With `counted` in the arguments of a
   * mixture, the place also has what src/readers/mixture-weights.ts calls Counted.
   */
  readerAt(args: string, epoch: number, position: number, after: number, epochs: boolean): string
  /**
   * Returns the handle of the source of a reader's samples, which one thread uses: those of the program's data set. The
   * bell is rung when bytes have come; `disks`: files on disks are read ahead too. Without `data` the samples are numbers
   * alone, and `args` has the edges of blocks, if there are any. Throws INVALID_ARGUMENT.
   */
  readerOpen(args: string, data: { program: Handle; block: Handle; bell: number; disks: boolean } | null): Handle
  /**
   * Writes the next batch to `ids`, four numbers per sample: index, epoch, flags, ordinal. Returns the number n of samples,
   * -1 - n if an epoch ends after them; 0 until their bytes have come. `epochs`: the batch ends where the epoch ends. There is
   * no object for each batch: the reader's thread would collect those late, and take 10 MB more.
   */
  readerNext(source: Handle, ids: Float64Array, epochs: boolean): number
  /** Gives up the bytes of the samples up to this ordinal, and reads further ones. Returns false if nothing is read ahead. */
  readerDone(source: Handle, ordinal: number): boolean
  /**
   * Goes on elsewhere; ordinals count from 1 again. `weights`: those of a mixture, from there on, as JSON. Throws
   * INVALID_ARGUMENT for a place outside of its epoch.
   */
  readerSeek(source: Handle, epoch: number, position: number, weights?: string): void
}

export interface ReaderPosition {
  epoch: number
  /** Number of samples of the epoch that were given, padding included; by all shards together where they are elastic. */
  position: number
}

/** A place of a reader, and what is known there. */
export interface ReaderPlace extends ReaderPosition {
  /** Number of samples of the epoch for this reader, padding included. */
  length: number
  /** How many of these are left from here to the end of the epoch. */
  left: number
  /** By how much `position` grows with each sample of this reader. */
  step: number
  /** The options that define the order, as text. A position only fits a reader with an equal text. */
  order: string
  meta: ShardMeta
}

/** The fields of DALI's reader_meta. */
export interface ShardMeta {
  /** Number of samples in the data set, over all shards. */
  epochSize: number
  /** With padLastBatch, epochSize rounded up to a multiple of numberOfShards; epochSize otherwise. */
  epochSizePadded: number
  numberOfShards: number
  /** Shard of this reader in the first epoch, from 0. */
  shardId: number
  padLastBatch: boolean
  /** Shards are dealt the samples of one order in turn. Absent: each has a part of it. */
  elastic?: true
  /** The reader keeps to its shard; otherwise it takes the next shard in each epoch. */
  stickToShard: boolean
}

/** What is known of a reader's data set. */
export interface DatasetReport {
  /** Number of samples. */
  count: number
  /** Number of samples that an epoch has: another one where samples have weights. */
  epochSize: number
  /** Bytes of memory that the data set takes. */
  bytes: number
  /** The name of each label; empty where labels have no names. */
  classes: string[]
  /** 16 hexadecimal digits that follow from the names, places and values of all samples. */
  fingerprint: string
  /** The folder that was searched. */
  folder: string
  /** Files in it that are not samples, by reason; `example` is the path of one of them, relative to the folder. */
  ignored: { why: string; count: number; example: string }[]
  /** Whether files lie in object stores. */
  remote: boolean
  /** The name of each sample, and its value in each column. */
  samples: ({ source: string } & Record<string, unknown>)[]
  /** Of one that was joined from others: what is known of each of these. */
  sources?: DatasetReport[]
}

/** How far the building of a data set, or the writing of an index, is. */
export interface IndexState {
  /** The file or folder that is being listed, or was last. */
  file: string
  filesDone: number
  /** Files that are known so far. */
  files: number
  bytesDone: number
  /** Bytes of these files; null where the size of one is not known yet. */
  bytes: number | null
  samples: number
}

/** The index of a container that was written. */
export interface ContainerIndex {
  format: 'tar' | 'tfrecord' | 'recordio'
  samples: number
}
