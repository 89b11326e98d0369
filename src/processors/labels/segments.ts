// Maps of instances or classes for MaskFormer and Mask2Former: a mask for each value, and its class.
import { invalidArgument, invalidInput } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { floats, isArray, longs } from '../arrays.js'
import type { Config } from '../config.js'
import { sizeBehind } from '../plan.js'
import type { Program, Size } from '../program.js'
import { isObject, type Labels, listOf } from './labels.js'
import { resizeNearest } from './nearest.js'

interface ClassMap {
  readonly size: Size
  readonly values: Float64Array
}

/** A map of whole numbers. Errors: INVALID_ARGUMENT, for anything else. */
export function mapOf(given: unknown, i: number): ClassMap {
  const dims = isArray(given) ? given.dims : []
  const [height, width] = (
    dims.length === 3 && dims[0] === 1 ? dims.slice(1) : dims.length === 2 ? dims : []
  ) as number[]
  if (!isArray(given) || !height || !width || given.data.length !== height * width) {
    const what = isArray(given) ? `dims [${dims.join(', ')}]` : shown(given)
    throw invalidArgument(
      `Expected { data, dims } with dims [height, width] for segmentation map ${i} but received ${what}`,
    )
  }
  const values = Float64Array.from(given.data as ArrayLike<number | bigint>, Number)
  if (!values.every(Number.isInteger)) throw invalidArgument(`Expected whole numbers in segmentation map ${i}`)
  return { size: { height, width }, values }
}

/** The class of each value of a map. */
function semanticIds(given: unknown, i: number): ((value: number) => number) | undefined {
  const own = Array.isArray(given) ? given[i] : given
  if (own === undefined || own === null) return undefined
  const table =
    own instanceof Map ? own : isObject(own) ? new Map(Object.entries(own).map(([k, v]) => [Number(k), v])) : undefined
  if (!table) throw invalidArgument(`Expected an object or Map for instanceIdToSemanticId but received ${shown(own)}`)
  return (value) => {
    const found = table.get(value)
    if (Number.isInteger(found)) return found as number
    throw invalidInput(
      `Expected a class for ${value} of segmentation map ${i} in instanceIdToSemanticId but found none`,
    )
  }
}

/** The masks of a map's values, and their classes. */
function masksOf(map: ClassMap, classOf: ((value: number) => number) | undefined, config: Config) {
  const ignored = config.ignore_index as number | undefined
  const reduces = Boolean(config.do_reduce_labels)
  if (reduces && ignored === undefined)
    throw invalidArgument("Expected ignore_index in the image processor's config, because do_reduce_labels is true")
  const values = reduces ? map.values.map((value) => (value === 0 ? ignored! : value - 1)) : map.values
  const labels = [...new Set(values)].filter((value) => value !== ignored).sort((a, b) => a - b)
  const shift = reduces ? 1 : 0
  const classes = labels.map((label) => (classOf ? classOf(label + shift) - shift : label))
  return { values, labels, classes }
}

function padded(values: Float64Array, from: Size, labels: readonly number[], to: Size, fill: number) {
  const area = to.height * to.width
  const made = new Float32Array(labels.length * area)
  if (from.height !== to.height || from.width !== to.width) made.fill(fill)
  for (const [i, label] of labels.entries()) {
    for (let row = 0, at = 0; row < from.height; row++) {
      const begin = i * area + row * to.width
      for (let column = 0; column < from.width; column++) made[begin + column] = values[at++] === label ? 1 : 0
    }
  }
  return floats(made, [labels.length, to.height, to.width])
}

function paddedSize(program: Program, sizes: readonly Size[]): Size {
  const [height, width] = program.pad!.shape as [number, number]
  const most = (side: keyof Size) => Math.max(...sizes.map((size) => size[side]))
  return { height: height < 0 ? most('height') : height, width: width < 0 ? most('width') : width }
}

/** Pillow has bytes, and the class on its images cannot fill a border without an index. */
function checkPillow({ values }: ClassMap, to: Size, whole: Size, config: Config, i: number): void {
  if (config.backend !== 'pil') return
  if (config.do_resize && values.some((value) => value < 0 || value > 255))
    throw invalidInput(
      `Expected values from 0 to 255 in segmentation map ${i}, as the class on Pillow's images resizes bytes`,
    )
  if (config.ignore_index === undefined && (to.height !== whole.height || to.width !== whole.width))
    throw invalidInput(`Expected ignore_index in the image processor's config, which fills segmentation map ${i} up`)
}

export const segmentLabels: Labels = {
  from: 'maps',
  run(request, config, program) {
    const { sizes, segmentationMaps, instanceIdToSemanticId } = request
    const whole = paddedSize(
      program,
      sizes.map((size) => sizeBehind(program, size)),
    )
    const made = listOf(segmentationMaps, sizes.length, 'segmentation maps').map((given, i) => {
      const map = mapOf(given, i)
      const to = sizeBehind(program, map.size)
      if (to.height > whole.height || to.width > whole.width)
        throw invalidInput(
          `Expected segmentation map ${i} to be as large as its image but received ${map.size.height} x ${map.size.width}`,
        )
      checkPillow(map, to, whole, config, i)
      const resized = new Float64Array(to.height * to.width)
      resizeNearest(map.values, map.size, to, config.backend, resized)
      const { values, labels, classes } = masksOf(
        { size: to, values: resized },
        semanticIds(instanceIdToSemanticId, i),
        config,
      )
      return {
        mask: padded(values, to, labels, whole, (config.ignore_index as number | undefined) ?? 0),
        classes: longs(classes),
      }
    })
    return { mask_labels: made.map(({ mask }) => mask), class_labels: made.map(({ classes }) => classes) }
  },
}
