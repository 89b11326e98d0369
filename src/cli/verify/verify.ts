// Compares an image processor with the class of Python's transformers that it follows, image by image, and finds the first
// step that differs.
import { readFile } from 'node:fs/promises'
import type { Processors } from '../../frameworks/processor.js'
import { decodedPixels, processorsOf } from '../../frameworks/processor.js'
import { type Processor, processorOf } from '../../processors/processor.js'
import { type Difference, difference } from './difference.js'
import { type Outputs, type Raw, type Reference, Refused } from './reference.js'

export interface Finding {
  /** The images, which were given together. */
  readonly images: readonly string[]
  /** The output that differs most; 'error': one of both refuses the images, and the other one does not. */
  readonly output: string
  /** The first step that differs. */
  readonly step: 'decode' | 'resize and crop' | 'numbers' | 'sizes' | 'error' | undefined
  readonly difference: Difference | undefined
  readonly text: string
}

export interface Verdict {
  /** Runs that gave outputs on both sides. */
  readonly compared: number
  /** Images that both sides refuse. */
  readonly refused: number
  readonly most: Difference | undefined
  readonly findings: readonly Finding[]
}

const asRaw = (value: unknown): Raw => value as Raw
const toRaw = (value: { dtype: string; shape: readonly number[]; dataSync(): ArrayBufferView }): Raw => {
  const { buffer, byteOffset, byteLength } = value.dataSync()
  return { dtype: value.dtype, shape: [...value.shape], bytes: new Uint8Array(buffer, byteOffset, byteLength) }
}

/** What a class that processes boxes is given for each image. */
const exampleBoxes = [
  [-5, 3, 60, 90],
  [10, 20.5, 120, 40],
]

/** One config on both sides. */
export class Pair {
  private pixels: Pair | undefined

  private constructor(
    private readonly reference: Reference,
    readonly processor: Processor,
    private readonly config: object,
    private readonly ours: Processors,
    private readonly id: number,
  ) {}

  /** Errors: those of processorOf(); Refused. */
  static async open(reference: Reference, config: object, backend?: string): Promise<Pair> {
    const processor = processorOf(config, backend)
    const inner = (config as { image_processor?: object }).image_processor ?? config
    const id = await reference.open(processor.name, inner)
    const ours = processorsOf(processor, {}, (value) => toRaw(value) as never)
    return new Pair(reference, processor, inner, ours, id)
  }

  private async both(images: readonly string[]): Promise<[ours: Outputs | Error, theirs: Outputs | Refused]> {
    const boxes = this.processor.crops && images.map(() => exampleBoxes)
    const ours = async () => {
      const files = await Promise.all(images.map((path) => readFile(path)))
      const outputs = boxes ? await this.ours(files, { boxes }) : await this.ours(files)
      return new Map(Object.entries(outputs).map(([name, value]) => [name, asRaw(value)]))
    }
    const error = (e: unknown) => e as Error
    const theirs = this.reference.run(this.id, images, boxes).catch((e) => {
      if (e instanceof Refused) return e
      throw e
    })
    return [await ours().catch(error), await theirs]
  }

  /** Compares the outputs for images that are given together. */
  async compare(images: readonly string[]): Promise<Finding | 'refused'> {
    const [ours, theirs] = await this.both(images)
    if (ours instanceof Error || theirs instanceof Error) {
      if (ours instanceof Error && theirs instanceof Error) return 'refused'
      const text = `ours: ${ours instanceof Error ? ours.message : 'outputs'}; theirs: ${theirs instanceof Error ? theirs.message : 'outputs'}`
      return { images, output: 'error', step: 'error', difference: undefined, text }
    }
    let worst: [name: string, found: Difference] | undefined
    for (const name of new Set([...theirs.keys(), ...ours.keys()])) {
      const [a, b] = [ours.get(name), theirs.get(name)]
      if (!a || !b)
        return {
          images,
          output: name,
          step: 'sizes',
          difference: undefined,
          text: `only ${a ? 'ours' : 'theirs'} has ${name}`,
        }
      const found = difference(a, b)
      if (!worst || found.most > worst[1].most) worst = [name, found]
    }
    const [output, found] = worst!
    const step = found.most ? await this.firstStep(images, found) : undefined
    return { images, output, step, difference: found, text: found.text }
  }

  private async firstStep(images: readonly string[], found: Difference): Promise<Finding['step']> {
    for (const image of images) {
      const [ours, theirs] = [await decodedPixels(await readFile(image)), await this.reference.load(image)]
      if (difference(toRaw(ours), theirs).most) return 'decode'
    }
    if (found.unit === 'shape') return 'sizes'
    // The same without arithmetic: pixels as they are resized and cropped.
    this.pixels ??= await Pair.open(
      this.reference,
      { ...this.config, do_rescale: false, do_normalize: false },
      this.processor.backend,
    )
    const [ours, theirs] = await this.pixels.both(images)
    if (ours instanceof Error || theirs instanceof Error) return 'numbers'
    const pixels = [...theirs].some(([name, value]) => !ours.has(name) || difference(ours.get(name)!, value).most > 0)
    return pixels ? 'resize and crop' : 'numbers'
  }

  async close(): Promise<void> {
    await this.ours.close()
    await this.pixels?.close()
  }
}

/** Compares each image by itself, and `together` of them as batches. */
export async function verify(pair: Pair, images: readonly string[], together = 1): Promise<Verdict> {
  const groups = images.map((image) => [image])
  for (let i = 0; together > 1 && i + together <= images.length; i += together)
    groups.push(images.slice(i, i + together))
  let [compared, refused] = [0, 0]
  let most: Difference | undefined
  const findings: Finding[] = []
  for (const group of groups) {
    const found = await pair.compare(group)
    if (found === 'refused') {
      refused++
      continue
    }
    compared++
    if (found.difference && (!most || found.difference.most > most.most)) most = found.difference
    if (!found.difference || found.difference.most) findings.push(found)
  }
  return { compared, refused, most, findings }
}
