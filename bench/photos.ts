// The photos of which benchmarks make their data sets.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The JPEG files of a folder and of those in it, by name. Throws where there are none. */
export function readPhotos(folder: string): Buffer[] {
  const photos = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jpe?g$/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name)))
  if (!photos.length) throw new Error(`no JPEG files in ${folder}`)
  return photos
}
