// Idefics 3 and SmolVLM: the image at multiples of a tile, its tiles, and behind them the whole image at the size of one.
// Images that are given together count as those of one prompt.
import type { Config, SizeFields } from '../config.js'
import { does, type Family, filter, half, usual } from '../family.js'
import type { Output, Planned, Size, View } from '../program.js'
import { ofImage } from '../program.js'
import { int, square } from '../sizes.js'
import { badSize, exactSize, planes, resized } from '../steps.js'

/** The longest side that the class makes. */
const most = 4096

/** The longer side becomes `edge`, and the other one even. */
function longest({ height, width }: Size, edge: number): Size {
  const ratio = width / height
  const even = (side: number) => Math.max(side + (side % 2), 1)
  const made =
    width >= height
      ? { width: edge, height: even(int(edge / ratio)) }
      : { height: edge, width: even(int(edge * ratio)) }
  return limited(made)
}

function limited({ height, width }: Size): Size {
  const ratio = width / height
  let made = { height, width }
  if (width >= height && width > most) made = { width: most, height: int(most / ratio) }
  else if (height > width && height > most) made = { height: most, width: int(most * ratio) }
  return { height: Math.max(made.height, 1), width: Math.max(made.width, 1) }
}

function ruleOf({ size }: Config) {
  if (!size) throw badSize(size, 'longest_edge, or height and width')
  const edge = size.longest_edge
  return edge ? (at: Size) => longest(at, edge) : exactSize(size)
}

/** Both sides as multiples of a tile. */
function inTiles({ height, width }: Size, tile: number): Size {
  const up = (side: number) => Math.ceil(side / tile) * tile
  const ratio = width / height
  if (width >= height) return { width: up(width), height: up(int(up(width) / ratio)) }
  return { height: up(height), width: up(int(up(height) * ratio)) }
}

/** How many tiles an image has; none where it is as large as one. */
function gridOf(config: Config, tile: number): (source: Size) => Size {
  const rule = config.do_resize ? ruleOf(config) : (source: Size) => source
  return (source) => {
    const whole = inTiles(ofImage(rule, source, source), tile)
    if (whole.height <= tile && whole.width <= tile) return { height: 0, width: 0 }
    return { height: whole.height / tile, width: whole.width / tile }
  }
}

function outputsOf(config: Config, tile: number, of: (source: Size) => Size): Output[] {
  const grid = ({ source }: Planned) => of(source)
  const none = !config.do_image_splitting
  const tiles = (planned: Planned) => {
    const { height, width } = grid(planned)
    return none || !height ? 1 : height * width + 1
  }
  const fact = (name: string, of: (planned: Planned) => number): Output => ({
    ...{ name, kind: 'fact', dtype: 'int64', join: 'nest', shape: [1] },
    of: (planned) => [none ? 0 : of(planned)],
  })
  return [
    { name: 'pixel_values', kind: 'values', join: 'nest' },
    ...(config.do_pad
      ? [
          {
            ...({ name: 'pixel_attention_mask', kind: 'mask', join: 'nest' } as const),
            of: (p: Planned) => [tiles(p), tile, tile],
          },
        ]
      : []),
    ...(config.return_row_col_info ? [fact('rows', (p) => grid(p).height), fact('cols', (p) => grid(p).width)] : []),
  ]
}

const defaults = {
  ...{ ...usual, ...does('pad', 'image_splitting'), ...half, size: { longest_edge: 4 * 364 } },
  ...{ max_image_size: { longest_edge: 364 }, resample: filter.lanczos },
}
const fields = { do_image_splitting: 'bool', max_image_size: 'size', return_row_col_info: 'bool' } as const

export default {
  classes: [
    { name: 'Idefics3', defaults, fields },
    { name: 'SmolVLM', defaults, fields },
  ],
  program(config) {
    const tile = (config.max_image_size as SizeFields).longest_edge
    if (!tile) throw badSize(config.max_image_size as SizeFields, 'longest_edge', 'max_image_size')
    const grid = gridOf(config, tile)
    const one = { tiles: { size: square(tile) } }
    const views: View[] = config.do_image_splitting
      ? [
          { steps: [], ...one },
          { steps: [{ resize: square(tile) }], ...one, when: (source) => grid(source).height > 0 },
        ]
      : [{ steps: [{ resize: square(tile) }], ...one }]
    const split = config.do_image_splitting ? [{ resize: (at: Size) => inTiles(at, tile) }] : []
    return planes(config, [...resized(config, ruleOf), ...split], { views, outputs: outputsOf(config, tile, grid) })
  },
} satisfies Family
