// GOT-OCR 2 and InternVL: with crop_to_patches the image at the number of tiles whose ratio is nearest, and behind them the
// whole image at the size of one.
import type { Config } from '../config.js'
import { clip, type Family, filter, usual } from '../family.js'
import { gridOf, grids } from '../grids.js'
import type { Size, View } from '../program.js'
import { exactSize, planes, resized, sizeRule } from '../steps.js'

const scalar = (of: (source: Size) => number) =>
  ({
    name: 'num_patches',
    kind: 'fact',
    dtype: 'int64',
    shape: [],
    of: (p: { source: Size }) => [of(p.source)],
  }) as const

function inTiles(config: Config) {
  const tile = exactSize(config.size)
  const all = grids(config.min_patches as number, config.max_patches as number)
  const grid = (source: Size) => gridOf(all, tile, source)
  const count = (source: Size) => grid(source).columns * grid(source).rows
  const whole = (_: Size, source: Size): Size => ({
    height: tile.height * grid(source).rows,
    width: tile.width * grid(source).columns,
  })
  const views: View[] = [
    { steps: [{ resize: whole }], tiles: { size: tile } },
    { steps: [{ resize: tile }], tiles: { size: tile }, when: (source) => count(source) > 1 },
  ]
  return planes(config, [], {
    views,
    outputs: [
      { name: 'pixel_values', kind: 'values', join: 'concat' },
      scalar((source) => (count(source) > 1 ? count(source) + 1 : 1)),
    ],
  })
}

export default {
  classes: [
    {
      name: 'GotOcr2',
      defaults: {
        ...{ ...usual, ...clip, size: { height: 384, width: 384 }, resample: filter.bicubic },
        ...{ crop_to_patches: false, min_patches: 1, max_patches: 12 },
      },
      fields: { crop_to_patches: 'bool', min_patches: 'count', max_patches: 'count' },
    },
  ],
  program(config) {
    // The class on Pillow's images does not cut where one tile is the most.
    const one = config.backend === 'pil' && config.max_patches === 1
    if (config.crop_to_patches && !one) return inTiles(config)
    return planes(config, resized(config, sizeRule), {
      outputs: [{ name: 'pixel_values', kind: 'values' }, scalar(() => 1)],
    })
  },
} satisfies Family
