// A rule for `npm run check`: no line of src names a reader, or an argument that only says what a reader's data set is. What a reader
// is stands in its folder, native/ops/readers_<x>; what is written for one of them holds for all.
import type { OpSchema } from './gen/schema.js'

/** The demo's own definition reads a folder of images. */
const allowed = new Set(['src/cli/job.ts'])

/** Words that only one reader has; `files` and the like are anybody's. */
function wordsOf(op: OpSchema): string[] {
  const own = Object.entries(op.args).flatMap(([name, arg]) =>
    arg.for === 'index' && /[A-Z]/.test(name) ? [name] : [],
  )
  return [op.name, op.symbol, ...own]
}

/** `files`: those of src, but for generated ones. */
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
