// Draws what each operator's example does to its photo, by running it. The pictures are made anew with every build.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PNG } from 'pngjs'
import { type Picture, pictureOf } from '../src/data/picture.js'
import type { Batch, Tensor } from '../src/dynamic.js'
import type { Example, OpSchema } from '../tools/gen/schema.js'

/** A picture of an operator's page; `file` is relative to the folder of pages. */
export interface Shown {
  file: string
  width: number
  height: number
  caption: string
}
export type Figure = { before: Shown; after: Shown[] }

type Library = typeof import('../src/dynamic.js')
type Call = (data: Batch, options: object) => Batch | Batch[]

function callOf(nd: object, name: string): Call {
  return name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], nd) as Call
}

/** The decoded photo, and what the operator makes of it, once for each draw. */
function run(nd: Library, file: string, op: OpSchema, { args, draws = 1 }: Example) {
  const bytes = readFileSync(file)
  const encoded = nd.batch(Array.from({ length: draws }, () => new Uint8Array(bytes)))
  const decoded = nd.decoders.image(encoded)
  const options = { ...args, ...(op.random && { rng: new nd.random.RNG(7) }) }
  // The first input of a decoder is a file as it is.
  const made = callOf(nd, op.name)(op.name.startsWith('decoders.') ? encoded : decoded, options)
  return { decoded: decoded.tensors[0]!, made: (Array.isArray(made) ? made[0]! : made).tensors }
}

/** The tensor as a picture, and how its elements are shown. */
function picture(op: OpSchema, tensor: Tensor): { picture: Picture; note: string } {
  const { dtype, layout, shape } = tensor
  const data = tensor.dataSync()
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const x of data) {
    min = Math.min(min, Number(x))
    max = Math.max(max, Number(x))
  }
  const made = pictureOf(data, dtype, shape, layout, { min, max })
  if (!made)
    throw new Error(`${op.name}: its example gives ${dtype} ${layout} [${shape.join(', ')}], which is no picture`)
  const number = (x: number) => (Number.isInteger(x) ? `${x}` : x.toFixed(2)).replace('-', '−')
  const note = `${dtype} ${layout} [${shape.join(', ')}]`
  return { picture: made, note: dtype === 'uint8' ? note : `${note}; ${number(min)} is black, ${number(max)} white` }
}

function pngOf({ width, height, channels, at }: Picture): Buffer {
  const png = new PNG({ width, height })
  const pixels = new Uint8ClampedArray(width * height * 3)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++) for (let c = 0; c < 3; c++) pixels[to++] = at(y, x, channels === 1 ? 0 : c)
  }
  png.data = Buffer.from(pixels.buffer)
  return PNG.sync.write(png, { colorType: 2, inputColorType: 2, inputHasAlpha: false })
}

/** Writes the photos and pictures of all examples below `pages`, and returns the figure of each operator by its name. */
export async function drawFigures(
  root: string,
  pages: string,
  schemas: readonly OpSchema[],
): Promise<Map<string, Figure>> {
  // The addon is loaded by the built package.
  const library = (await import(join(root, 'dist/dynamic.js'))) as Library
  const photos = join(root, 'data/photos')
  const figures = new Map<string, Figure>()
  mkdirSync(join(pages, 'figures'), { recursive: true })
  for (const op of schemas) {
    if (typeof op.example !== 'object') continue
    const { photo } = op.example
    const { decoded, made } = run(library, join(photos, photo), op, op.example)
    mkdirSync(dirname(join(pages, 'photos', photo)), { recursive: true })
    copyFileSync(join(photos, photo), join(pages, 'photos', photo))
    const [height, width] = decoded.shape as [number, number]
    const after = made.map((tensor, i) => {
      const { picture: one, note } = picture(op, tensor)
      const file = `figures/${op.name}${made.length > 1 ? `-${i + 1}` : ''}.png`
      writeFileSync(join(pages, file), pngOf(one))
      return { file, width: one.width, height: one.height, caption: note }
    })
    const before = { file: `photos/${photo}`, width, height, caption: `${photo}, [${height}, ${width}]` }
    figures.set(op.name, { before, after })
  }
  return figures
}
