// From native/ops/*/op.json by tools/gen.ts. Do not edit.
import { Reader, type ReaderOptions } from '../dynamic/readers/readers.js'
import { type Site, siteBelow } from '../dynamic/trace/site.js'
import type { Batch, Tensor } from '../dynamic/values/tensor.js'
import type { ReadersFileOptions } from './fn.js'

/** Arguments of `nd.readers.file`: those of `fn.readers.file`, and these. */
export interface FileReaderOptions extends Omit<ReadersFileOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.file` gives for a batch, or for a sample. `contents`: The file's bytes: uint8, shape [bytes]. `labels`: The label: int32, shape [1]. */
export type FileItem<Of> = [contents: Of, labels: Of]

/** Made by `nd.readers.file()`. Reads whole files with a label each. The files are given by one of three arguments: fileRoot alone (each sub-folder is a class, with all files below it; labels count the sub-folders in the order of their names; a folder with files only is flat, and all its labels are 0), fileList (a text file with one `name label` per line), or files, with labels or without (then the position in files is the label). Each sample's source, as errors and sourceInfo() show it, is its path. docs/folders.md has the rules for hidden folders, links and files that are left out, which readerMeta() counts beside the classes. */
export class FileReader<Of extends Batch | Tensor = Batch | Tensor> extends Reader<
  Of,
  FileItem<Batch>,
  FileItem<Of>
> {
  /** @internal See readers.file(). */
  constructor(options: FileReaderOptions, site: Site = siteBelow(FileReader as never)) {
    super('readers.file', options, site)
  }
}

function file(options: FileReaderOptions & { batchSize: number }): FileReader<Batch>
function file(options: FileReaderOptions): FileReader<Tensor>
function file(options: FileReaderOptions): FileReader {
  return new FileReader(options, siteBelow(file))
}

/**
 * Readers of imperative mode: each takes the arguments of its twin in `fn.readers`, `batchSize`, `prefetchQueueDepth` and
 * `runAhead`. Errors: INVALID_ARGUMENT; what is wrong with the data comes with the first loop.
 */
export const readers = { file }
