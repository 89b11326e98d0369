// scanFileDataset: which files, in which order, with which labels, from the arguments of DALI's readers.file. It opens no
// data file: a listed file that is missing fails when it is read. Blocking.

import { checkBoolean, checkInteger, checkString, checkStrings, fail, unexpected } from './args.js'
import { discoverList, discoverTree, type Effort } from './discover.js'
import { nameFilter } from './glob.js'
import { byteString, type FileDataset, TableBuilder } from './table.js'

export { FileDataset } from './table.js'

export interface FileReaderArgs {
  /** Folder with one sub-folder per class, or the folder that `files` and `fileList` are relative to. */
  fileRoot?: string | undefined
  /** Text file of "path label" lines, relative to `fileRoot` or else to the list's own folder. */
  fileList?: string | undefined
  files?: string | readonly string[] | undefined
  /** Labels of `files`; 0, 1, 2, ... when left out. */
  labels?: number | ArrayLike<number> | undefined
  fileFilters?: string | readonly string[] | undefined
  dirFilters?: string | readonly string[] | undefined
  caseSensitiveFilter?: boolean | undefined
}

export const DEFAULT_FILE_FILTERS: readonly string[] = [
  ...['*.jpg', '*.jpeg', '*.png', '*.bmp', '*.tif', '*.tiff', '*.pnm', '*.ppm', '*.pgm', '*.pbm', '*.jp2', '*.webp'],
  ...['*.avif', '*.heic', '*.heif'],
  ...['*.flac', '*.ogg', '*.wav'],
]

/** Throws TooLarge where folders or lists have more entries than `effort` allows. */
export function scanFileDataset(
  args: FileReaderArgs,
  effort: Effort = { left: Number.POSITIVE_INFINITY },
): FileDataset {
  const fileFilters = checkStrings('fileFilters', args.fileFilters ?? DEFAULT_FILE_FILTERS)
  const dirFilters = checkStrings('dirFilters', args.dirFilters ?? '*')
  const caseSensitive = checkBoolean('caseSensitiveFilter', args.caseSensitiveFilter ?? false)
  const fileRoot = args.fileRoot === undefined ? undefined : checkString('fileRoot', args.fileRoot)
  if (args.labels !== undefined && args.files === undefined) {
    fail(
      'INVALID_ARGUMENT',
      'Expected files next to labels but received no files',
      'Give files too, or leave labels out',
    )
  }
  if (args.files !== undefined) {
    if (args.fileList !== undefined) {
      fail('INVALID_ARGUMENT', 'Expected files or fileList but received both', 'Leave one of the two out')
    }
    return fromFiles(checkStrings('files', args.files), args.labels, fileRoot ?? '')
  }
  if (args.fileList !== undefined) return fromList(checkString('fileList', args.fileList), fileRoot, effort)
  if (fileRoot === undefined) {
    fail('INVALID_ARGUMENT', 'Expected fileRoot, fileList or files but received none', 'Give one of the three')
  }
  return fromTree(fileRoot, fileFilters, dirFilters, caseSensitive, effort)
}

function fromFiles(files: readonly string[], labels: FileReaderArgs['labels'], root: string): FileDataset {
  const given = typeof labels === 'number' ? [labels] : labels
  if (given !== undefined && !Array.isArray(given) && !ArrayBuffer.isView(given)) {
    unexpected('an integer or a list of integers', 'labels', labels, 'Give one integer per entry of files')
  }
  if (given !== undefined && given.length !== files.length) {
    const hint = 'Give one label per entry of files, or leave labels out to number them 0, 1, 2, ...'
    unexpected(`${files.length} labels, one per entry of files,`, 'labels', given, hint)
  }
  const builder = new TableBuilder(root)
  for (let i = 0; i < files.length; i++) {
    const file = files[i]!
    if (file === '') unexpected('a path', `files[${i}]`, file, 'Remove the empty entry')
    const label = given ? checkInteger(`labels[${i}]`, given[i], -(2 ** 31), 2 ** 31 - 1) : i
    builder.add(byteString(file), label)
  }
  return builder.finish()
}

function fromList(list: string, fileRoot: string | undefined, effort: Effort): FileDataset {
  if (list === '') unexpected('a path', 'fileList', list, 'Give the path of a text file of "path label" lines')
  const folderEnd = list.lastIndexOf('/')
  const builder = new TableBuilder(fileRoot ?? list.slice(0, folderEnd === 0 ? 1 : Math.max(0, folderEnd)))
  discoverList(list, builder, effort)
  if (builder.count === 0) {
    fail('EMPTY_DATASET', `Expected at least one line in fileList '${list}' but found none`, 'Add "path label" lines')
  }
  return builder.finish()
}

function fromTree(
  root: string,
  fileFilters: readonly string[],
  dirFilters: readonly string[],
  caseSensitive: boolean,
  effort: Effort,
): FileDataset {
  if (root === '') unexpected('a folder', 'fileRoot', root, "Give the folder's path; '.' is the working folder")
  const builder = new TableBuilder(root)
  const { classes, strayFiles } = discoverTree(
    root,
    builder,
    nameFilter(dirFilters, caseSensitive),
    nameFilter(fileFilters, caseSensitive),
    effort,
  )
  if (builder.count === 0) {
    const stray = `The ${strayFiles} matching files directly in fileRoot are not read: move them into one sub-folder per class, or pass them as files`
    const noFolder = `No sub-folder matches dirFilters ${JSON.stringify(dirFilters)}: make one per class, or change dirFilters`
    const noFile = `Nothing in ${classes.length} sub-folders matches fileFilters ${JSON.stringify(fileFilters)}: change fileFilters`
    const hint = classes.length > 0 ? noFile : strayFiles > 0 && dirFilters.includes('*') ? stray : noFolder
    fail('EMPTY_DATASET', `Expected files in the sub-folders of fileRoot '${root}' but found none`, hint)
  }
  return builder.finish(classes)
}
