// Makes the latest contact sheet: thumbnails of the first samples of a batch, with boxes and masks, taken now and then while a
// page is open. The page writes labels below them, as text.
// It draws in the moment in which the batch passes by, so it holds nothing of the batch.

import { elementOf, volumeOf } from '../data/elements.js'
import type { Tensor } from '../data/tensor.js'
import type { TensorList } from '../data/tensor-list.js'
import { cellSize, cellsOf, nameOf } from '../preview/cells.js'
import type { Facts } from '../preview/facts.js'
import type { Normalisation, Size } from '../preview/image.js'
import { type Output, type Roles, rolesOf } from '../preview/roles.js'
import { type Cell, drawSheet } from '../preview/sheet.js'
import type { Sheet, Thumb } from './messages.js'
import { asText } from './values.js'
import type { BatchOutputs } from './watched.js'

const maxThumbs = 24
/** In large images each element that is read is far from the next one, and comes from memory: fewer are drawn. */
const maxLarge = 6
const largeBytes = 8 * 2 ** 20
/** The most bytes that are copied from a GPU for a sheet, unless one sample is larger. */
const maxCopied = 64 * 2 ** 20
const columns = 6
/** Side of a thumbnail in pixels. */
const side = 96
/** A sheet takes some milliseconds, so it is made this often at most. */
const everyMs = 4000
/** Outputs with more elements than this are not shown beside a thumbnail. */
const maxValues = 8

export interface SheetFile {
  sheet: Sheet
  /** Red, green and blue of each pixel. */
  pixels: Buffer
}

/** An output, its list in host memory. */
interface Seen extends Output {
  list: TensorList
}

export class Camera {
  latest: SheetFile | undefined
  private next = 0
  private busy = false
  /** Batches on a GPU that could not be copied to the host. */
  private failed = false

  /** `facts`: what the pipeline knows about its outputs, in their order. */
  constructor(
    private readonly onSheet: (file: SheetFile) => void,
    private readonly facts: () => readonly Facts[] = () => [],
  ) {}

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
    const onCpu = lists.every(([, list]) => list.device === 'cpu')
    const count = countOf(
      lists.map(([, list]) => list),
      length,
      onCpu ? Number.POSITIVE_INFINITY : maxCopied,
    )
    if (onCpu) {
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
    const facts = this.facts()
    const outputs = lists.map(([name, list], i): Seen => ({ name, list: list.slice(0, count), facts: facts[i] ?? {} }))
    const roles = rolesOf(outputs)
    const shown = (roles.images as Seen | undefined) ?? outputs[0]!
    const beside = outputs.filter((output) => output !== roles.images && output !== roles.masks)
    const { valid } = shown.list
    const thumbs = Array.from({ length: count }, (_, i): Thumb => {
      const { index, epoch, source } = shown.list.sourceInfo(i)
      const texts = beside.flatMap((output) => {
        const text = short(output, roles, i)
        return text === undefined ? [] : [{ name: output.name, text }]
      })
      return { index, epoch, source, valid: valid[i] === 1, facts: texts }
    })
    const cells = cellsOf(roles, { side, count, taps: 1 })
    const cell = cells ? cellSize(cells, side) : { width: 0, height: 0 }
    const number = (this.latest?.sheet.number ?? 0) + 1
    const sheet = { number, output: shown.name, batch: { length }, columns, cell, thumbs }
    this.latest = { sheet, pixels: drawn(cells, cell, roles.images?.facts.normalisation) }
    this.onSheet(this.latest)
  }
}

/** The number of samples that a sheet shows. `max`: the bytes of them that may be copied. */
function countOf(lists: readonly TensorList[], length: number, max: number): number {
  let [count, copied] = [0, 0]
  let limit = Math.min(length, maxThumbs)
  while (count < limit) {
    const sizes = lists.map((list) => (count < list.length ? list.at(count).bytes : 0))
    copied += sizes.reduce((a, b) => a + b, 0)
    if (Math.max(...sizes) > largeBytes) limit = Math.min(limit, maxLarge)
    if (count > 0 && copied > max) break
    count++
  }
  return Math.min(count, limit)
}

async function firstOnCpu(list: TensorList, count: number): Promise<TensorList> {
  return list.device === 'cpu' ? list.slice(0, count) : list.slice(0, count).toCpu()
}

/** The values of a short output as text; labels by the names of their classes. */
function short(output: Seen, roles: Roles, i: number): string | undefined {
  if (i >= output.list.length) return undefined
  const tensor: Tensor = output.list.at(i)
  const count = volumeOf(tensor.shape)
  if (count > maxValues) return undefined
  if (output !== roles.labels && output !== roles.boxLabels) return asText(tensor, maxValues).join(', ')
  const data = tensor.dataSync()
  const labels = Array.from({ length: count }, (_, k) => Number(elementOf(tensor.dtype, data, k)))
  return labels.map((label) => nameOf(label, undefined, output.facts)).join(', ')
}

/** Draws the first samples in a grid of cells; each lies in the middle of its cell. */
function drawn(cells: readonly Cell[] | undefined, cell: Size, normalisation: Normalisation | undefined): Buffer {
  if (!cells) return Buffer.alloc(0)
  return drawSheet(cells, { columns, cell, thumbnails: true, ...(normalisation && { normalisation }) }).data
}
