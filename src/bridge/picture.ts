// Draws a batch that a consumer holds, for a notebook: outputs in host memory, as they are now, for the consumer may have written to
// them. Its tables are the consumer's too, so whatever is wrong there ends in an error and not in a read of other memory.
import type { Slot } from '../data/arena.js'
import { typedArrays, volumeOf } from '../data/elements.js'
import { sampleFlags } from '../generated/abi.js'
import { cellsOf } from '../preview/cells.js'
import type { Facts } from '../preview/facts.js'
import type { TensorView } from '../preview/image.js'
import { type Output, rolesOf } from '../preview/roles.js'
import { drawSheet } from '../preview/sheet.js'
import type { BatchPicture, OutputPlace } from './protocol.js'

/** Samples that are shown, and the side of each in pixels: the message has 1.5 MB at most. */
const maxSamples = 16
const side = 128
const columns = 8

/** `places`: the outputs; `facts`: what is known about each. null where no output in host memory looks like pictures. */
export function pictureOf(
  slots: readonly Slot[],
  places: readonly OutputPlace[],
  facts: readonly Facts[],
): BatchPicture | null {
  const count = Math.min(slots[0]!.batchSize, maxSamples)
  const outputs = places.flatMap(({ part, output, name }, i): Output[] => {
    const slot = slots[part]!
    if (slot.output(output).gpu >= 0) return []
    return [
      { name: name ?? `output${i}`, list: { length: count, at: (k) => view(slot, output, k) }, facts: facts[i] ?? {} },
    ]
  })
  const roles = rolesOf(outputs)
  const valid = (i: number) => !slots.some((slot) => slot.sampleFlags(i) & sampleFlags.invalid)
  const cells = cellsOf(roles, { side, least: side / 2, count, valid })
  if (!cells) return null
  const normalisation = roles.images?.facts.normalisation
  const canvas = drawSheet(cells, { columns, ...(normalisation && { normalisation }) })
  return {
    ...{ data: Buffer.from(canvas.png()).toString('base64'), width: canvas.width, height: canvas.height, shown: count },
    labels: cells.map(({ caption = [] }) => caption.map(({ text }) => text).join(', ')),
  }
}

function view(slot: Slot, output: number, i: number): TensorView {
  const { dtype, layout } = slot.output(output)
  const { offset, shape } = slot.tensor(output, i)
  const size = volumeOf(shape)
  return {
    dtype,
    layout,
    shape,
    dataSync: () => new typedArrays[dtype](slot.buffer as ArrayBufferLike as ArrayBuffer, offset, size),
  }
}
