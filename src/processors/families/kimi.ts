// Kimi K2.5: an image keeps its size unless it has too many patches, is filled up with black to whole groups of patches, and
// becomes a list of patches.
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { Config } from '../config.js'
import { type Family, filter, half, usual } from '../family.js'
import type { Size, Step } from '../program.js'
import { int, over } from '../sizes.js'
import { planes } from '../steps.js'

/** The most patches that a side may have. */
function mostOfSide({ size }: Config): number {
  if (size?.max_height && size.max_height === size.max_width) return size.max_height
  throw invalidArgument(
    `Expected size with equal max_height and max_width in the image processor's config but received ${shown(size)}`,
  )
}

function ruleOf(config: Config): (at: Size) => Size {
  const patch = config.patch_size as number
  const longest = mostOfSide(config) * patch
  return ({ height, width }) => {
    const patches = Math.max(1, over(height, patch)) * Math.max(1, over(width, patch))
    const all = Math.sqrt((config.max_patches as number) / patches)
    const scale = Math.min(1, all, longest / height, longest / width)
    const side = (length: number) => Math.min(Math.max(1, int(length * scale)), longest)
    return { height: side(height), width: side(width) }
  }
}

function stepsOf(config: Config): Step[] {
  const factor = (config.patch_size as number) * (config.merge_size as number)
  const rule = ruleOf(config)
  const up = (length: number) => Math.ceil(length / factor) * factor
  if (!config.do_resize) return []
  return [{ resize: rule }, { window: (at) => ({ top: 0, left: 0, height: up(at.height), width: up(at.width) }) }]
}

export default {
  classes: [
    {
      name: 'Kimi_K25',
      backends: ['torchvision'],
      defaults: {
        ...{ ...usual, ...half, size: { max_height: 512, max_width: 512 }, resample: filter.bicubic },
        ...{ max_patches: 16384, patch_size: 14, merge_size: 2 },
      },
      fields: { max_patches: 'count', patch_size: 'count', merge_size: 'count' },
    },
  ],
  program(config) {
    const patch = config.patch_size as number
    return planes(config, stepsOf(config), {
      views: [{ steps: [], tiles: { size: { height: patch, width: patch } } }],
      outputs: [
        { name: 'pixel_values', kind: 'values', join: 'concat' },
        {
          ...{ name: 'image_grid_thw', kind: 'fact', dtype: 'int64' },
          of: ({ common }) => [1, over(common.height, patch), over(common.width, patch)],
        },
      ],
    })
  },
} satisfies Family
