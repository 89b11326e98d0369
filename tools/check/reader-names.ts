// Checks, for `npm run check`, that no line of src names a reader, or an argument that only defines a reader's data
// set. All code of one reader is in its folder, native/ops/readers_<x>; code in src works for all readers.
import type { OpSchema } from '../schemas/op-json.js'

/** The demo's own definition reads a folder of images. */
const allowed = new Set(['src/cli/job.ts'])

/** Words that only one reader uses; general words such as `files` are left out. */
function wordsOf(op: OpSchema): string[] {
  const own = Object.entries(op.args).flatMap(([name, arg]) =>
    arg.for === 'index' && /[A-Z]/.test(name) ? [name] : [],
  )
  return [op.name, op.symbol, ...own]
}

/** Returns the lines that name a reader. `files`: those of src, except generated ones. */
export function namedReaders(files: readonly { path: string; text: string }[], schemas: readonly OpSchema[]): string[] {
  const words = [...new Set(schemas.filter((op) => op.reader).flatMap(wordsOf))]
  const pattern = new RegExp(`\\b(?:${words.map((word) => word.replace(/\W/g, '\\$&')).join('|')})\\b`)
  return files
    .filter(({ path }) => !allowed.has(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, i) => {
        const found = pattern.exec(line)?.[0]
        return found ? [`${path}:${i + 1} names ${found}: say it for every reader, or in native/ops`] : []
      }),
    )
}
