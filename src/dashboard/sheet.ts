// The latest contact sheet: thumbnails of the first samples of a batch, taken now and then while a page is open. The
// drawing happens in the moment in which the batch passes by, so nothing of the batch is held.

import { imageShape } from '../data/picture.js'
import type { Tensor } from '../data/tensor.js'
import type { TensorList } from '../data/tensor-list.js'
import type { Sheet, Thumb } from './messages.js'
import { Pixels } from './pixels.js'
import { draw, fitted, rawImage } from './thumbnail.js'
import { asText } from './values.js'
import type { BatchOutputs } from './watched.js'

const mostThumbs = 24
const columns = 6
/** Side of a thumbnail in pixels. */
const side = 96
/** A sheet takes some milliseconds, so it is made this often at most. */
const everyMs = 4000
/** Outputs with more elements than this are not shown beside a thumbnail. */
const mostValues = 8

export interface SheetFile {
  sheet: Sheet
  /** Red, green and blue of each pixel. */
  pixels: Buffer
}

/** Whether the list lies in host memory and its samples look like images. */
function isImages(list: TensorList): boolean {
  return list.length > 0 && imageShape(list.shape[0]!, list.layout) !== undefined
}

export class Camera {
  latest: SheetFile | undefined
  private next = 0
  private busy = false
  /** Batches on a GPU that could not be copied to the host. */
  private failed = false

  constructor(private readonly onSheet: (file: SheetFile) => void) {}

  /** Takes a sheet of this batch, unless the last one is recent. */
  see(outputs: BatchOutputs): void {
    const now = performance.now()
    if (now < this.next || this.busy || this.failed) return
    const lists = Object.entries(outputs as Record<string, TensorList>).map(
      ([name, list]) => [Array.isArray(outputs) ? `output ${name}` : name, list] as const,
    )
    const length = lists[0]?.[1].length ?? 0
    if (!length) return
    this.next = now + everyMs
    const count = Math.min(length, mostThumbs)
    if (lists.every(([, list]) => list.device === 'cpu')) {
      this.take(lists, length, count)
      return
    }
    this.busy = true
    // The copy is queued before this returns, so the user may release the batch.
    Promise.all(lists.map(async ([name, list]) => [name, await firstOnCpu(list, count)] as const))
      .then((copies) => this.take(copies, length, count))
      .catch(() => {
        this.failed = true
      })
      .finally(() => {
        this.busy = false
      })
  }

  private take(lists: readonly (readonly [string, TensorList])[], length: number, count: number): void {
    const images = lists.find(([, list]) => isImages(list))
    const [output, list] = images ?? lists[0]!
    const others = lists.filter(([, other]) => other !== images?.[1])
    const { valid } = list
    const thumbs = Array.from({ length: count }, (_, i): Thumb => {
      const { index, epoch, source } = list.sourceInfo(i)
      const facts = others.flatMap(([name, other]) => {
        const text = short(other, i)
        return text === undefined ? [] : [{ name, text }]
      })
      return { index, epoch, source, valid: valid[i] === 1, facts }
    })
    const cell = images ? { width: side, height: side } : { width: 0, height: 0 }
    const number = (this.latest?.sheet.number ?? 0) + 1
    const sheet = { number, output, batch: { length }, columns, cell, thumbs }
    this.latest = { sheet, pixels: images ? drawn(list, count) : Buffer.alloc(0) }
    this.onSheet(this.latest)
  }
}

async function firstOnCpu(list: TensorList, count: number): Promise<TensorList> {
  return list.device === 'cpu' ? list.slice(0, count) : list.slice(0, count).toCpu()
}

function short(list: TensorList, i: number): string | undefined {
  if (i >= list.length) return undefined
  const tensor: Tensor = list.at(i)
  const count = tensor.shape.reduce((a, b) => a * b, 1)
  return count > mostValues ? undefined : asText(tensor, mostValues).join(', ')
}

/** Draws the first samples in a grid of cells; each lies in the middle of its cell. */
function drawn(list: TensorList, count: number): Buffer {
  const pixels = new Pixels(columns * side, Math.ceil(count / columns) * side)
  for (let i = 0; i < count; i++) {
    const image = rawImage(list.at(i))
    if (!image) continue
    const size = fitted(image, side)
    const x = (i % columns) * side + ((side - size.width) >> 1)
    const y = Math.floor(i / columns) * side + ((side - size.height) >> 1)
    draw(image, size, { to: pixels, x, y })
  }
  return pixels.data
}
