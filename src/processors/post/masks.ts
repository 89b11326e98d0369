// Masks of SAM at the size of the files: SAM's are made as large as the padded input first, and what was padding is cut off.
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { entry, type Floats, floats, floatsOf, isArray, type NumberArray, sizeOf } from '../arrays.js'
import type { SizeFields } from '../config.js'
import type { Size } from '../program.js'
import { exactSize } from '../steps.js'
import { bilinear } from './interpolate.js'
import { number, type Options, type PostProcess, targetSizes } from './post-process.js'

/** The masks of each image, [prompts, masks, height, width]. */
function masksOf(masks: unknown): Floats[] {
  if (Array.isArray(masks)) return masks.map((one, i) => floatsOf(one, 4, `masks[${i}]`))
  if (!isArray(masks))
    throw invalidArgument(`Expected an array of five axes, or a list of arrays, for masks but received ${shown(masks)}`)
  const all = floatsOf(masks, 5, 'masks')
  return Array.from({ length: all.dims[0]! }, (_, i) => entry(all, i))
}

function cut(image: Floats, { height, width }: Size): Floats {
  const [rows, columns] = image.dims.slice(-2) as [number, number]
  if (rows === height && columns === width) return image
  const [down, across] = [Math.min(rows, height), Math.min(columns, width)]
  const outer = image.dims.slice(0, -2)
  const made = new Float32Array(sizeOf(outer) * down * across)
  for (let plane = 0, at = 0; plane < sizeOf(outer); plane++) {
    for (let row = 0; row < down; row++, at += across) {
      const begin = (plane * rows + row) * columns
      made.set(image.data.subarray(begin, begin + across), at)
    }
  }
  return floats(made, [...outer, down, across])
}

function binary({ data, dims }: Floats, threshold: number): NumberArray {
  const made = new Uint8Array(data.length)
  const most = Math.fround(threshold)
  for (let i = 0; i < data.length; i++) made[i] = data[i]! > most ? 1 : 0
  return { type: 'bool', dims, data: made }
}

/** Of several objects the one with the largest value keeps a pixel; the others have at most -10 there. */
function apart({ data, dims }: Floats): Floats {
  const objects = dims[0]!
  if (objects === 1) return floats(data, dims)
  const made = data.slice()
  const size = data.length / objects
  for (let i = 0; i < size; i++) {
    let best = 0
    for (let k = 1; k < objects; k++) if (data[k * size + i]! > data[best * size + i]!) best = k
    for (let k = 0; k < objects; k++) if (k !== best) made[k * size + i] = Math.min(made[k * size + i]!, -10)
  }
  return floats(made, dims)
}

const finished = (masks: Floats, options: Options) =>
  options.binarize ? binary(masks, number(options, 'maskThreshold')) : masks

function sizes(options: Options, name: string, count: number): Size[] {
  if (options[name] === undefined)
    throw invalidArgument(`Expected ${name}, as the processor gives them, but received nothing`)
  return targetSizes(options, count, name) as Size[]
}

const shared = { originalSizes: undefined, maskThreshold: 0, binarize: true }

export const samMasks: PostProcess = {
  ...{ outputs: ['masks'], options: { ...shared, reshapedInputSizes: undefined, padSize: undefined } },
  run(outputs, options, config) {
    const masks = masksOf(outputs.masks)
    const originals = sizes(options, 'originalSizes', masks.length)
    const reshaped = sizes(options, 'reshapedInputSizes', masks.length)
    const padded = exactSize((options.padSize as SizeFields | undefined) ?? config.pad_size, 'padSize')
    return masks.map((one, i) => finished(bilinear(cut(bilinear(one, padded), reshaped[i]!), originals[i]!), options))
  },
}

/** Of SAM 2 and 3. Areas of holes and sprinkles are taken and not looked at, as there. */
export const sam2Masks: PostProcess = {
  outputs: ['masks'],
  options: { ...shared, maxHoleArea: 0, maxSprinkleArea: 0, applyNonOverlappingConstraints: false },
  run(outputs, options) {
    const masks = masksOf(outputs.masks)
    const originals = sizes(options, 'originalSizes', masks.length)
    return masks.map((one, i) => {
      const resized = bilinear(one, originals[i]!)
      return finished(options.applyNonOverlappingConstraints ? apart(resized) : resized, options)
    })
  },
}
