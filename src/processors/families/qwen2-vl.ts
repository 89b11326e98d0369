// Qwen2-VL, Qwen2.5-VL and Qwen3-VL, and the classes that follow them: sides are multiples of patches, with a number of pixels
// between limits, and each image becomes rows of patches, in groups that the model merges.
import { invalidInput } from '../../errors/factories.js'
import type { Config, Fields, SizeFields } from '../config.js'
import { clip, type Family, filter, half, usual } from '../family.js'
import type { Program, Size } from '../program.js'
import { int, smartResize } from '../sizes.js'
import { badSize, planes, resized } from '../steps.js'
import { tableOf, valuesOf } from '../values.js'

const fields: Fields = {
  ...{ min_pixels: 'count', max_pixels: 'count' },
  ...{ patch_size: 'count', temporal_patch_size: 'count', merge_size: 'count' },
}
const named = (name: string, least: number, most: number, more: object = {}) => ({
  ...{ name, fields },
  defaults: {
    ...{ ...usual, ...clip, size: { shortest_edge: least, longest_edge: most }, default_to_square: false },
    ...{ patch_size: 14, temporal_patch_size: 2, merge_size: 2, resample: filter.bicubic },
    ...more,
  },
})

/** min_pixels and max_pixels are older names of the limits. */
function limits(config: Config): { least: number; most: number } {
  const size: SizeFields = config.size ?? {}
  const least = (config.min_pixels as number | undefined) ?? size.shortest_edge
  const most = (config.max_pixels as number | undefined) ?? size.longest_edge
  if (least && most) return { least, most }
  throw badSize(config.size, 'shortest_edge and longest_edge')
}

function checkRatio({ height, width }: Size): void {
  const ratio = Math.max(height, width) / Math.min(height, width)
  if (ratio <= 200) return
  throw invalidInput(
    `Expected an image whose sides differ by a factor of at most 200 but received ${height} x ${width}`,
  )
}

/** The classes of GLM count frames, and enlarge images that are smaller than a patch first. */
const glm = (name: string) => name.startsWith('Glm')

function ruleOf(config: Config) {
  const { least, most } = limits(config)
  const factor = (config.patch_size as number) * (config.merge_size as number)
  const frames = config.temporal_patch_size as number
  return (at: Size): Size => {
    if (!glm(config.name)) {
      checkRatio(at)
      return smartResize(at, factor, least, most)
    }
    let { height, width } = at
    if (height < factor || width < factor) {
      const scale = Math.max(factor / height, factor / width)
      height = int(height * scale)
      width = int(width * scale)
    }
    checkRatio({ height, width })
    return smartResize({ height, width }, factor, least, most, frames)
  }
}

/** numpy makes patches of float32, also of bytes. */
function patchValues(config: Config): Program['values'] {
  const values = valuesOf(config)
  const bytes = !('table' in values) && config.backend === 'pil'
  return bytes ? { table: tableOf((byte) => byte) } : values
}

const mergeSizes = (merge: number) =>
  ({ name: 'image_merge_sizes', kind: 'fact', dtype: 'int64', shape: [], of: () => [merge] }) as const

export default {
  classes: [
    named('Qwen2VL', 56 * 56, 28 * 28 * 1280),
    named('VideoLlama3', 56 * 56, 28 * 28 * 1280, { ...half, temporal_patch_size: 1, merge_size: 1 }),
    named('Glm4v', 112 * 112, 28 * 28 * 15000),
    named('Glm46V', 112 * 112, 28 * 28 * 15000),
  ],
  program(config) {
    const patch = config.patch_size as number
    const [merge, frames] = [config.merge_size as number, config.temporal_patch_size as number]
    return planes(config, resized(config, ruleOf), {
      values: patchValues(config),
      views: [{ steps: [], tiles: { size: { height: patch, width: patch }, group: merge, frames } }],
      rows: true,
      outputs: [
        { name: 'pixel_values', kind: 'values', join: 'concat' },
        {
          ...{ name: 'image_grid_thw', kind: 'fact', dtype: 'int64' },
          of: ({ common }) => [1, Math.floor(common.height / patch), Math.floor(common.width / patch)],
        },
        ...(config.name === 'VideoLlama3' ? [mergeSizes(merge)] : []),
      ],
    })
  },
} satisfies Family
