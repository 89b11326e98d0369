// The set of golden/lerobot.json, which lerobot has written.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inflateSync } from 'node:zlib'

export type Output = [dtype: string, shape: number[], base64: string]

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

/** Writes the set into a folder that is not there yet. */
export function writeSet(root: string) {
  for (const name of Object.keys(golden.files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), fileOf(name))
  }
}
