// Lists the fuzz targets. Each is a file, so that a new one needs no edit elsewhere; its first comment describes it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Target {
  name: string
  /** Whether the target is C++, in penstock_fuzz; otherwise it is JavaScript. */
  native: boolean
  /** The first sentence of the file's comment. */
  what: string
}

function inFolder(folder: string, extension: string, native: boolean): Target[] {
  return readdirSync(join(root, folder))
    .filter((file) => extname(file) === extension)
    .map((file) => {
      const text = readFileSync(join(root, folder, file), 'utf8')
      const comment =
        /^(?:\/\/ .*\n)+/
          .exec(text)?.[0]
          .replaceAll(/\n?\/\/ /g, ' ')
          .trim() ?? ''
      return { name: basename(file, extension), native, what: `${comment.split(/[.:] /)[0]}` }
    })
}

const corpus = 'test/fuzz/corpus'

/** A line for each of the C++ targets without files to start from. JavaScript targets draw their cases. */
export const withoutCorpus = (under: string, list: readonly Target[]): string[] =>
  list
    .filter(({ name, native }) => native && !readFiles(join(under, corpus, name)).length)
    .map(
      ({ name }) =>
        `${corpus}/${name}: missing or empty; the target starts from the files there (docs/design/fuzzing.md)`,
    )

const readFiles = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])

export const targets = (): Target[] => [
  ...inFolder('native/fuzz', '.cc', true),
  ...inFolder('test/fuzz/targets', '.mjs', false),
]
