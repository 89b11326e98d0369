// A small data set of each reader, in a file of the reader's name beside this one. Tests that hold for all readers go
// through them, and through the list of readers, so that a reader without one is missed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DataNode, IndexProgress } from 'penstock-data'
import { schemas } from '../../../src/graph/schema.js'
import { hasVideo } from '../../util/video.js'

/** The path of a file of the set. */
export type At = (name: string) => string

export interface ReaderSet {
  /** Writes the set into an empty folder. */
  write(at: At): void
  /** The reader over it. */
  read(at: At): DataNode | readonly DataNode[]
  /** What onProgress ends with; `file` is a name in the folder. */
  progress: Partial<IndexProgress>
  /** Values of --data that stand for the set, and what the main job gives of it: dtypes and shapes by output. */
  data: readonly { value: string | readonly string[]; gives: Record<string, string> }[]
}

export const photos = fileURLToPath(new URL('../../../data/photos', import.meta.url))
export const videos = fileURLToPath(new URL('../../../data/videos', import.meta.url))
export const sounds = fileURLToPath(new URL('../../../data/sounds', import.meta.url))
export const jpeg = readFileSync(join(photos, 'animals/cat.jpg'))

/** What the main job gives of pictures, at 8 x 8 pixels. */
export const pictures = { images: 'float32 [3, 8, 8]' }

/** The names of all readers, without those of videos where there is no plugin for these. */
export const readerNames = Object.keys(schemas).filter(
  (name) => schemas[name]!.reader && (hasVideo || !/\.video/.test(name)),
)

/** The set of a reader, by its name. Throws where there is none. */
export async function setOf(reader: string): Promise<ReaderSet> {
  const own = reader.replace(/^(experimental\.)?readers\./, '')
  // A reader of the same name, without `experimental`, may have a set too.
  const early = `experimental${own[0]!.toUpperCase()}${own.slice(1)}`
  const names = reader.startsWith('experimental.') ? [early, own] : [own]
  const file = names.map((name) => new URL(`./${name}.ts`, import.meta.url)).find((url) => existsSync(url))
  if (!file) throw new Error(`test/readers/sets/${own}.ts is missing: a small data set of ${reader}`)
  const { set } = (await import(/* @vite-ignore */ file.href)) as { set: ReaderSet }
  return set
}
