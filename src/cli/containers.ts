// What the files of --data are: pictures, or containers of them, which are recognised by the endings of their names.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { invalidArgument } from '../errors/factories.js'

/** Pictures, or a container that a reader of this name reads. */
export type DataKind = 'file' | 'webdataset' | 'tfrecord' | 'mxNet'

/** Containers, by what their names look like. TensorFlow's often end in the number of the shard. */
const containers: readonly (readonly [DataKind, RegExp])[] = [
  ['webdataset', /\.tar$/i],
  ['tfrecord', /\.tfrecords?$|(^|[^a-z])tfrecords?[^/]*-\d+-of-\d+$|-\d{5}-of-\d{5}$/i],
  ['mxNet', /\.rec$/i],
]

const nameOf = (path: string) => path.replace(/^(https?:[^?]*)\?.*$/, '$1')
const kindOf = (path: string): DataKind => containers.find(([, name]) => name.test(nameOf(path)))?.[0] ?? 'file'

/** A name without the ending that a container has; TensorFlow's numbers of shards are no ending. */
export const withoutEnding = (name: string): string => name.replace(/\.(tar|tfrecords?|rec)$/i, '')

/** The kind of all files. Throws INVALID_ARGUMENT where there are several. */
export function kindOfAll(paths: readonly string[]): DataKind {
  const kind = kindOf(paths[0] ?? '')
  const other = paths.find((path) => kindOf(path) !== kind)
  if (other === undefined) return kind
  throw invalidArgument(
    `Expected files of one kind for --data but received '${paths[0]}' beside '${other}'`,
    'Give pictures alone, or containers of one format: tar archives (.tar), TFRecord (.tfrecord) or RecordIO (.rec)',
  )
}

/** The containers in a folder that has no other folders; none where it is a folder of pictures. */
export function containersOnlyIn(folder: string): readonly string[] {
  return entriesOf(folder).some((entry) => entry.isDirectory()) ? [] : containersIn(folder)
}

const entriesOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'))

/** The containers in a folder. */
export function containersIn(folder: string): readonly string[] {
  const found = entriesOf(folder)
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .filter((path) => kindOf(path) !== 'file')
  return found.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}
