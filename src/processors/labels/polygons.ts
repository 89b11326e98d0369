// Masks of COCO's segmentations, pixel by pixel as cocoapi draws them. native/ops has the same rule for readers.
// The outline lies on a grid five times as fine as the pixels; where it crosses the middle of a column, the mask changes
// from there down.
import { invalidInput } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { Size } from '../program.js'

interface Point {
  readonly x: number
  readonly y: number
}

/** Coordinates that are farther away are refused. */
const farthest = 1e8
/** A step of the grid, which rounds towards zero. */
const onGrid = (coordinate: number) => Math.trunc(5 * coordinate + 0.5)

/** Where an outline crosses columns: a bit for each pixel, in the order of columns. */
class Outline {
  readonly crossings: Uint8Array

  constructor(private readonly size: Size) {
    this.crossings = new Uint8Array(size.height * size.width + 1)
  }

  /** An outline that crosses a pixel twice changes nothing there. */
  private cross(column: number, y: number): void {
    const row = Math.min(Math.max(Math.ceil((y - 2) / 5), 0), this.size.height)
    this.crossings[column * this.size.height + row]! ^= 1
  }

  edge(from: Point, to: Point): void {
    const across = Math.abs(from.x - to.x)
    const down = Math.abs(from.y - to.y)
    if (across === 0) return
    const flat = across >= down
    const [a, b] = (flat ? from.x > to.x : from.y > to.y) ? [to, from] : [from, to]
    // Columns whose middle lies between the ends.
    const first = Math.max(Math.ceil((Math.min(a.x, b.x) - 2) / 5), 0)
    const end = Math.min(Math.ceil((Math.max(a.x, b.x) - 2) / 5), this.size.width)
    const slope = flat ? (b.y - a.y) / across : (b.x - a.x) / down
    for (let column = first; column < end; column++) {
      const middle = 5 * column + 2
      if (flat) {
        const at = (step: number) => Math.trunc(a.y + slope * step + 0.5)
        this.cross(column, Math.min(at(middle - a.x), at(middle - a.x + 1)))
      } else {
        this.cross(column, a.y + crossing(a.x, slope, middle, down) - 1)
      }
    }
  }
}

/** The first step of a steep edge behind the middle of a column. */
function crossing(x: number, slope: number, middle: number, most: number): number {
  const beyond = (step: number) => Math.trunc(x + slope * step + 0.5) > middle === slope > 0
  let step = Math.min(Math.max(Math.trunc((middle - x + 0.5) / slope), 1), most)
  while (step > 1 && beyond(step - 1)) step--
  while (step < most && !beyond(step)) step++
  return step
}

/** Sets the pixels from each crossing to the next. */
function fill({ crossings }: Outline, { height, width }: Size, mask: Uint8Array): void {
  let inside = 0
  for (let column = 0, at = 0; column < width; column++) {
    for (let row = 0; row < height; row++, at++) {
      inside ^= crossings[at]!
      if (inside) mask[row * width + column] = 1
    }
  }
}

function fault(given: unknown) {
  return invalidInput(
    `Expected polygons of at least 3 points, or run lengths as { counts, size }, for segmentation of an annotation but received ${shown(given)}`,
  )
}

function drawPolygon(points: readonly number[], size: Size, mask: Uint8Array): void {
  const near = (x: unknown) => typeof x === 'number' && Math.abs(x) < farthest
  if (points.length < 6 || points.length % 2 || !points.every(near)) throw fault(points)
  const outline = new Outline(size)
  const vertices: Point[] = []
  for (let i = 0; i < points.length; i += 2) vertices.push({ x: onGrid(points[i]!), y: onGrid(points[i + 1]!) })
  for (const [i, vertex] of vertices.entries()) outline.edge(vertex, vertices[(i + 1) % vertices.length]!)
  fill(outline, size, mask)
}

/** Run lengths down the columns, from those of the background on. */
function drawRuns(counts: readonly number[], { height, width }: Size, mask: Uint8Array): void {
  let at = 0
  for (const [i, count] of counts.entries()) {
    if (!(Number.isInteger(count) && count >= 0 && at + count <= height * width)) throw fault(counts)
    for (const end = at + count; at < end; at++) if (i % 2) mask[(at % height) * width + Math.floor(at / height)] = 1
  }
}

const isList = (x: unknown): x is unknown[] => Array.isArray(x) && x.length > 0

/** The mask of a segmentation in rows: 1 where one of its parts is. Errors: INVALID_INPUT, for anything else. */
export function maskOf(segmentation: unknown, size: Size): Uint8Array {
  const mask = new Uint8Array(size.height * size.width)
  if (isList(segmentation)) {
    const parts = segmentation.every(isList) ? segmentation : [segmentation]
    for (const part of parts) drawPolygon(part as number[], size, mask)
    return mask
  }
  const { counts, size: own } = (segmentation ?? {}) as { counts?: unknown; size?: unknown }
  if (!isList(counts) || !isList(own) || own[0] !== size.height || own[1] !== size.width) throw fault(segmentation)
  drawRuns(counts as number[], size, mask)
  return mask
}
