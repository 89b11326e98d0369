// The goldens of image processors, and runs of ours that give the same digests.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { imageProcessor } from 'penstock-data/transformers'
import { expect } from 'vitest'

interface Case {
  name: string
  backend: 'torchvision' | 'pil'
  config: Record<string, unknown>
  /** Of each image: a digest; null where the class refuses it; or every so many-th value. */
  results: (string | null | number[])[]
}

const root = new URL('../../', import.meta.url)
export const golden = JSON.parse(readFileSync(new URL('test/golden/processors.json', root), 'utf8')) as {
  made: [number, number][]
  files: string[]
  every: Record<string, number>
  /** What classes that process boxes are given for each image. */
  boxes: Record<string, number[][]>
  cases: Case[]
}

/** The image that make_processors.py makes, as a PPM file. */
export function made(height: number, width: number): Uint8Array {
  const pixels = new Uint8Array(height * width * 3)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) pixels[at++] = (3 * x * x + 5 * y * y + 7 * x * y + 85 * c) % 251
    }
  }
  return Buffer.concat([Buffer.from(`P6 ${width} ${height} 255\n`), pixels])
}

const images = [
  ...golden.made.map(([height, width]) => made(height, width)),
  ...golden.files.map((file) => readFileSync(new URL(file, root))),
]

interface Value {
  readonly type: string
  readonly dims: readonly number[]
  readonly data: ArrayBufferView
}

class Tensor implements Value {
  constructor(
    readonly type: string,
    readonly data: ArrayBufferView,
    readonly dims: readonly number[],
  ) {}
}
export const options = { like: 'transformers', Tensor: Tensor as never, numThreads: 2 } as const

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength)

function digest(outputs: Record<string, Value>): string {
  const hash = createHash('sha256')
  for (const name of Object.keys(outputs).sort()) {
    const { type, dims, data } = outputs[name]!
    hash.update(`${name} ${type} ${dims.join(',')} `).update(bytesOf(data))
  }
  return hash.digest('hex').slice(0, 12)
}

/** The results of ours for a case. */
async function results({ name, backend, config }: Case): Promise<Case['results']> {
  const every = golden.every[name]
  const boxes = golden.boxes[name]
  await using processor = imageProcessor(
    { image_processor_type: `${name}ImageProcessor`, ...config },
    { ...options, backend },
  )
  const one = async (given: Uint8Array) => {
    const made = boxes ? processor(given, { boxes: [boxes] }) : processor(given)
    const outputs = (await made.catch(() => undefined)) as Record<string, Value> | undefined
    if (!outputs) return null
    if (!every) return digest(outputs)
    const values = Object.entries(outputs).find(([key]) => key.endsWith('pixel_values'))![1].data as Float32Array
    return Array.from({ length: Math.ceil(values.length / every) }, (_, i) => values[i * every]!)
  }
  const each: Case['results'] = []
  for (const image of images) each.push(await one(image))
  return each
}

/** Ours are equal in every bit, or near where the library's last bits depend on the processor. */
export async function expectGolden(c: Case): Promise<void> {
  const made = await results(c)
  if (!golden.every[c.name]) {
    expect(made).toEqual(c.results)
    return
  }
  for (const [i, values] of (made as number[][]).entries()) {
    const wanted = c.results[i] as number[]
    expect(values.length).toBe(wanted.length)
    expect(Math.max(...values.map((x, j) => Math.abs(x - wanted[j]!)))).toBeLessThan(1.5e-6)
  }
}
