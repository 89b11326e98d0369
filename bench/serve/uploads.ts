// Makes the uploads of the load test: the bundled photos, and among them uploads that a server must refuse.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Upload } from './load.js'

const folder = (name: string) => fileURLToPath(new URL(`../../data/${name}`, import.meta.url))

export const photos: Upload[] = readdirSync(folder('photos'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jpg'))
  .map((name) => ({ kind: 'good', body: readFileSync(`${folder('photos')}/${name}`) }))

const broken = (name: string) => readFileSync(`${folder('broken')}/${name}`)
const photo = photos[0]!.body

/** The answers that each kind of upload may get. */
export const expected: Record<string, number[]> = {
  good: [200],
  slow: [200],
  text: [400],
  truncated: [400],
  claims: [400],
  empty: [400],
  large: [413],
  left: [0],
  // It goes too late now and then.
  gone: [0, 200],
}

const others: Upload[] = [
  { kind: 'text', body: Buffer.from('hello') },
  { kind: 'slow', body: photo, manner: 'slow' },
  { kind: 'truncated', body: broken('truncated_half.jpg') },
  { kind: 'left', body: photo, manner: 'left' },
  { kind: 'claims', body: broken('claims_60000x60000.jpg') },
  { kind: 'gone', body: photo, manner: 'gone' },
  { kind: 'empty', body: Buffer.alloc(0) },
  { kind: 'large', body: Buffer.alloc(10_000_001) },
]

/** Good uploads only. */
export const goodUploads = (i: number): Upload => photos[i % photos.length]!

/** Every third upload is another one than a good photo. */
export const mixedUploads = (i: number): Upload => (i % 3 ? goodUploads(i) : others[(i / 3) % others.length]!)
