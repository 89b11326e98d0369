// Finds the photos that benchmarks read, or of which they make their data sets.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The paths of the JPEG files below a folder, whatever its sub-folders, by name. Throws where there are none. */
export function photoPaths(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jpe?g$/i.test(name))
  if (!names.length) throw new Error(`no JPEG files in ${folder}`)
  return names.sort().map((name) => join(folder, name))
}

/** The bytes of these files. */
export const readPhotos = (folder) => photoPaths(folder).map((path) => readFileSync(path))
