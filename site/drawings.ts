// Draws a tensor: as the picture that it is, a sound as a wave, a spectrum as a map, few numbers as a table, many as a histogram.
import type { TypedArray } from '../src/data/types.js'
import type { DType } from '../src/generated/abi.js'
import { Canvas } from '../src/preview/canvas.js'
import { draw, rawImage, sampled, shadingOf } from '../src/preview/image.js'

/** Elements of a tensor with their shape. */
export interface Data {
  dtype: DType
  layout: string
  shape: readonly number[]
  data: TypedArray
}

/** A file of the site: its ending and contents, its extents, and what is said below it. */
export interface Drawing {
  ending: 'png' | 'svg'
  contents: Uint8Array | string
  width: number
  height: number
  caption: string
}

// Colours that can be read on a light page and on a dark one.
const ink = '#0d9488'
const grey = '#7c8798'
const bright = [94, 234, 212] as const
const font = 'font-family="ui-monospace, Menlo, Consolas, monospace"'

const svg = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`

const numbersOf = ({ data }: Data) => Array.from(data as ArrayLike<number | bigint>, Number)
const number = (x: number) => (Number.isInteger(x) ? `${x}` : `${Number(x.toPrecision(3))}`).replace('-', '−')
const kind = ({ dtype, layout, shape }: Data) => `${dtype}${layout && ` ${layout}`} [${shape.join(', ')}]`

function range(values: readonly number[]): [min: number, max: number] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const x of values) {
    min = Math.min(min, x)
    max = Math.max(max, x)
  }
  return [min, max]
}

/** A tensor that looks like an image, on a canvas, and the values that are black and white; undefined if it looks like none. */
function canvasOf(tensor: Data): { canvas: Canvas; black: number; white: number } | undefined {
  const raw = /H/.test(tensor.layout) ? rawImage({ ...tensor, dataSync: () => tensor.data }) : undefined
  if (!raw) return undefined
  const whole = sampled(raw, raw, 1)
  const shading = shadingOf([whole])
  const canvas = new Canvas(raw.width, raw.height)
  draw(whole, shading, canvas, 0, 0)
  return { canvas, black: -shading.offset[0] || 0, white: 255 / shading.scale[0] - shading.offset[0] }
}

const drawn = (canvas: Canvas, caption: string): Drawing => {
  const { width, height } = canvas
  return { ending: 'png', contents: canvas.png(), width, height, caption }
}

function image(tensor: Data): Drawing | undefined {
  const made = canvasOf(tensor)
  if (!made) return undefined
  const scale = tensor.dtype === 'uint8' ? '' : `; ${number(made.black)} is black, ${number(made.white)} white`
  return drawn(made.canvas, kind(tensor) + scale)
}

/** Boxes (left, top, right, bottom) or points (x, y), as fractions of the picture that they lie on. */
export function marks(over: Data, marked: Data): Drawing {
  const { canvas } = canvasOf(over)!
  const { width, height } = canvas
  const all = numbersOf(marked)
  const per = marked.shape.at(-1)!
  for (let i = 0; i < all.length; i += per) {
    const [x, y, right, bottom] = all.slice(i, i + per).map((v, axis) => Math.round(v * (axis % 2 ? height : width)))
    if (per === 2) canvas.fill({ x: x! - 4, y: y! - 4, width: 8, height: 8 }, bright)
    else canvas.outline({ x: x!, y: y!, width: right! - x!, height: bottom! - y! }, bright, 3)
  }
  return drawn(canvas, kind(marked))
}

/** A signal: its lowest and highest element in each column. */
function wave(tensor: Data): Drawing {
  const values = numbersOf(tensor)
  const [width, height] = [360, 140]
  const [min, max] = range(values)
  const y = (v: number) => height - 6 - ((v - min) / (max - min || 1)) * (height - 12)
  const columns = Array.from({ length: width }, (_, x) => {
    const part = values.slice(
      Math.floor((x * values.length) / width),
      Math.max(Math.floor(((x + 1) * values.length) / width), Math.floor((x * values.length) / width) + 1),
    )
    const [low, high] = range(part)
    return `M${x + 0.5} ${(y(low) + 0.5).toFixed(1)}V${(y(high) - 0.5).toFixed(1)}`
  })
  const path = `<path d="${columns.join('')}" stroke="${ink}" fill="none"/>`
  const caption = `${kind(tensor)}; from ${number(min)} to ${number(max)}`
  return { ending: 'svg', contents: svg(width, height, path), width, height, caption }
}

// From dark to light, by the way of the site's colour.
const ramp = [
  [15, 23, 42],
  [17, 94, 89],
  [20, 184, 166],
  [253, 230, 138],
] as const

/** A matrix as a map; the first row lies at the bottom, as frequencies are drawn. Magnitudes are shown by their logarithm. */
function map(tensor: Data): Drawing {
  const [rows, columns] = tensor.shape as [number, number]
  const raw = numbersOf(tensor)
  const spectrum = tensor.layout === 'ft' && range(raw)[0] >= 0
  const top = range(raw)[1]
  const values = spectrum ? raw.map((v) => Math.log10(Math.max(v / top, 1e-4))) : raw
  const [min, max] = range(values)
  const [width, height] = [360, 180]
  const canvas = new Canvas(width, height)
  const { data } = canvas
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const row = rows - 1 - Math.floor((y * rows) / height)
      const v = values[row * columns + Math.floor((x * columns) / width)]!
      const at = ((v - min) / (max - min || 1)) * (ramp.length - 1)
      const from = Math.min(Math.floor(at), ramp.length - 2)
      for (let c = 0; c < 3; c++) data[to++] = ramp[from]![c]! + (at - from) * (ramp[from + 1]![c]! - ramp[from]![c]!)
    }
  }
  const caption = `${kind(tensor)}${spectrum ? ', on a scale of logarithms' : `; from ${number(min)} to ${number(max)}`}`
  return drawn(canvas, caption)
}

/** A table with a cell for each element; the last axis goes to the right. */
export function table(tensor: Data): Drawing {
  const values = numbersOf(tensor)
  const columns = Math.min(tensor.shape.at(-1) ?? 1, 8) || 1
  const texts = values.slice(0, 6 * columns).map(number)
  const cell = Math.max(40, ...texts.map((text) => 10 * text.length + 16))
  const rows = Math.max(1, Math.ceil(texts.length / columns))
  const cells = texts.map((text, i) => {
    const [x, y] = [(i % columns) * cell + 1, Math.floor(i / columns) * 40 + 1]
    return [
      `<rect x="${x}" y="${y}" width="${cell}" height="40" fill="${ink}" fill-opacity="0.1" stroke="${ink}"/>`,
      `<text x="${x + cell / 2}" y="${y + 26}" text-anchor="middle" font-size="16" ${font} fill="${grey}">${text}</text>`,
    ].join('')
  })
  const [width, height] = [columns * cell + 2, rows * 40 + 2]
  return { ending: 'svg', contents: svg(width, height, cells.join('')), width, height, caption: kind(tensor) }
}

/** How often the values come up. */
export function histogram(tensor: Data): Drawing {
  const values = numbersOf(tensor)
  const [min, max] = range(values)
  const bins = 36
  const counts = new Array<number>(bins).fill(0)
  for (const v of values) counts[Math.min(bins - 1, Math.floor(((v - min) / (max - min || 1)) * bins))]!++
  const [width, height] = [360, 140]
  const most = Math.max(...counts)
  const bars = counts.map((count, i) => {
    const tall = (count / most) * (height - 30)
    return `<rect x="${i * 10 + 1}" y="${(height - 22 - tall).toFixed(1)}" width="8" height="${tall.toFixed(1)}" fill="${ink}"/>`
  })
  const label = (x: number, anchor: string, v: number) =>
    `<text x="${x}" y="${height - 4}" text-anchor="${anchor}" font-size="13" ${font} fill="${grey}">${number(v)}</text>`
  const body = [...bars, label(1, 'start', min), label(width - 1, 'end', max)].join('')
  return { ending: 'svg', contents: svg(width, height, body), width, height, caption: kind(tensor) }
}

/** The drawing that fits the tensor. */
export function drawingOf(tensor: Data): Drawing {
  const { shape, data } = tensor
  const long = shape.filter((extent) => extent > 1)
  return (
    image(tensor) ??
    (long.length === 2 && data.length > 200 ? map({ ...tensor, shape: long }) : undefined) ??
    (long.length === 1 && data.length > 50 ? wave(tensor) : table(tensor))
  )
}

/** What stands in the gallery for an operator without a picture: its name, and what comes out of it. */
export function tile(name: string, outputs: readonly string[]): Drawing {
  const [width, height] = [360, 200]
  const short = name.split('.').at(-1)!
  const given = `→ ${outputs.slice(0, 2).join(', ')}${outputs.length > 2 ? ', …' : ''}`
  const text = (y: number, size: number, fill: string, words: string) =>
    `<text x="180" y="${y}" text-anchor="middle" font-size="${size}" ${font} fill="${fill}">${words}</text>`
  const body = [
    `<rect width="${width}" height="${height}" fill="${ink}" fill-opacity="0.1"/>`,
    text(100, Math.min(38, 540 / short.length), ink, short),
    text(142, Math.min(22, 560 / given.length), grey, given),
  ]
  return { ending: 'svg', contents: svg(width, height, body.join('')), width, height, caption: '' }
}
