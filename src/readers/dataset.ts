// scanFileDataset: which files, in which order, with which labels, from the arguments of DALI's readers.file. It opens no
// data file: a listed file that is missing fails when it is read. Blocking.

import { schemas } from '../generated/schemas.js'
import { checkBoolean, checkInteger, checkString, checkStrings, fail, unexpected } from './args.js'
import type { Effort } from './disk.js'
import { discoverFolder } from './folder.js'
import { nameFilter } from './glob.js'
import { discoverList } from './list.js'
import { byteString, type FileDataset, TableBuilder } from './table.js'

export { FileDataset } from './table.js'

export interface FileReaderArgs {
  /** The folder of samples (docs/folders.md), or the folder that `files` and `fileList` are relative to. */
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

const defaultFilters: readonly string[] = schemas['readers.file']!.args.fileFilters!.default as string[]

/** Throws TooLarge where folders or lists have more entries than `effort` allows. */
export function scanFileDataset(
  args: FileReaderArgs,
  effort: Effort = { left: Number.POSITIVE_INFINITY },
): FileDataset {
  const fileFilters = checkStrings('fileFilters', args.fileFilters ?? defaultFilters)
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
  const chosen = {
    classesOnly: args.dirFilters !== undefined,
    filesChosen: fileFilters.join() !== defaultFilters.join(),
  }
  return fromFolder(fileRoot, { fileFilters, dirFilters, caseSensitive, ...chosen }, effort)
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

interface FolderArgs {
  fileFilters: readonly string[]
  dirFilters: readonly string[]
  caseSensitive: boolean
  classesOnly: boolean
  filesChosen: boolean
}

function fromFolder(root: string, args: FolderArgs, effort: Effort): FileDataset {
  if (root === '') unexpected('a folder', 'fileRoot', root, "Give the folder's path; '.' is the working folder")
  const { fileFilters, dirFilters, caseSensitive, ...chosen } = args
  const builder = new TableBuilder(root)
  const rules = {
    ...{ dirs: nameFilter(dirFilters, caseSensitive), files: nameFilter(fileFilters, caseSensitive) },
    ...chosen,
  }
  const { classes, ignored, folders } = discoverFolder(root, builder, rules, effort)
  if (builder.count > 0) return builder.finish(classes, ignored)
  const count = (reason: string) => ignored.find((left) => left.reason === reason)?.count ?? 0
  const [links, beside, endings] = [count('links'), count('beside'), count('endings')]
  const hint =
    folders === 0 && chosen.classesOnly
      ? `No sub-folder matches dirFilters ${JSON.stringify(dirFilters)}: change dirFilters${beside ? ', or leave it out to read the files directly in fileRoot' : ''}`
      : `A file counts by its ending: fileFilters is ${fileFilters.join(', ')}${endings ? `, which ${files(endings)} in it ${endings === 1 ? 'does' : 'do'} not match` : ''}`
  const nowhere = links ? `. ${links === 1 ? 'A link in it leads' : `${links} links in it lead`} to nothing` : ''
  fail('EMPTY_DATASET', `Expected files in fileRoot '${root}' or its sub-folders but found none`, hint + nowhere)
}

const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)
