// The fuzz targets: a file each, so that adding one edits nothing. Its first comment says what it is.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Target {
  name: string
  /** C++, in penstock_fuzz; else JavaScript. */
  native: boolean
  /** The first sentence of its comment. */
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

export const targets = (): Target[] => [
  ...inFolder('native/fuzz', '.cc', true),
  ...inFolder('test/fuzz/targets', '.mjs', false),
]
