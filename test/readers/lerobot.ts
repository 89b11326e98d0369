// The set of golden/lerobot.json, which lerobot has written.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inflateSync } from 'node:zlib'
import type { Output } from './records.js'

interface Golden {
  lengths: number[]
  tasks: string[]
  files: Record<string, string>
  cases: {
    name: string
    episodes: number[] | null
    features: Record<string, { deltaTimestamps?: number[]; normalize?: string }>
    samples: string
  }[]
}
export const golden = JSON.parse(readFileSync(new URL('./golden/lerobot.json', import.meta.url), 'utf8')) as Golden

/** A file of the set. */
export const fileOf = (name: string) => inflateSync(Buffer.from(golden.files[name]!, 'base64'))
export const unpack = (samples: string) =>
  JSON.parse(inflateSync(Buffer.from(samples, 'base64')).toString()) as Output[][]

/** Writes files of a set into a folder that is not there yet. */
export function writeFiles(files: Readonly<Record<string, string>>, root: string) {
  for (const [name, data] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), inflateSync(Buffer.from(data, 'base64')))
  }
}
export const writeSet = (root: string) => writeFiles(golden.files, root)

/** golden/lerobot_cameras.json: a set of two cameras. */
export interface CamerasGolden {
  lengths: number[]
  files: Record<string, string>
  /** Height and width by camera. */
  sizes: Record<string, [number, number]>
  deltaTimestamps: Record<string, number[]>
  /** By camera and sample: the samples whose own frames the window has. */
  windows: Record<string, number[][]>
  /** By camera and sample: the means of blocks of 8 x 8 pixels. */
  means: Record<string, number[][]>
}

export const camerasGolden = JSON.parse(
  readFileSync(new URL('./golden/lerobot_cameras.json', import.meta.url), 'utf8'),
) as CamerasGolden
