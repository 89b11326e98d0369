// Phi-4 multimodal: the image in a grid of tiles, filled up with white, and before them the whole of it at the size of one, which is
// resized as numbers.
import { invalidInput, unsupported } from '../../errors/factories.js'
import type { Config } from '../config.js'
import { does, type Family, filter, half } from '../family.js'
import { type Grid, gridOf, grids } from '../grids.js'
import type { Output, Planned, Size, Step } from '../program.js'
import { int } from '../sizes.js'
import { badSize, exactSize, pixelsFirst, planes, resampleOf, sizeFact } from '../steps.js'

/** How an image lies in its grid. */
interface Place {
  readonly grid: Grid
  readonly size: Size
  readonly whole: Size
}

function placeOf(config: Config, edge: number): (source: Size) => Place {
  const most = config.dynamic_hd as number
  const all = grids(1, most)
  return (source) => {
    const { height, width } = source
    let grid = { columns: Math.ceil(width / edge), rows: Math.ceil(height / edge) }
    if (grid.columns * grid.rows > most) grid = gridOf(all, { height: edge, width: edge }, source)
    const whole = { height: edge * grid.rows, width: edge * grid.columns }
    const [across, down] = [whole.width / width, whole.height / height]
    const size =
      across < down
        ? { width: whole.width, height: int(height * across) }
        : { width: int(width * down), height: whole.height }
    if (Math.min(size.height, size.width) >= 10) return { grid, size, whole }
    throw invalidInput(
      `Expected an image that becomes at least 10 pixels high and wide but one of ${height} x ${width} becomes ${size.height} x ${size.width}`,
    )
  }
}

/** Whether a row or column of patches has pixels of the image. `edge`: of a tile in patches. */
function masksOf(place: Place, patch: number, edge: number) {
  const kept = (side: keyof Size) => {
    const all = (place.whole[side] / (edge * patch)) * edge
    const filled = place.whole[side] - place.size[side]
    const last = filled >= patch ? all - Math.floor(filled / patch) : all
    return (at: number) => at < last
  }
  return { row: kept('height'), column: kept('width') }
}

/** 1 for each patch of the image, tile by tile; the whole of it comes first. */
function maskOf(place: Place, patch: number, edge: number): number[] {
  const { row, column } = masksOf(place, patch, edge)
  const made: number[] = new Array(edge * edge).fill(1)
  for (let down = 0; down < place.grid.rows; down++) {
    for (let across = 0; across < place.grid.columns; across++) {
      for (let y = down * edge; y < (down + 1) * edge; y++) {
        for (let x = across * edge; x < (across + 1) * edge; x++) made.push(row(y) && column(x) ? 1 : 0)
      }
    }
  }
  return made
}

/** Every other row and column of a tile becomes a token; each row ends with one more. */
function tokensOf(place: Place, patch: number, edge: number): number {
  const { row, column } = masksOf(place, patch, edge)
  const count = (tiles: number, kept: (at: number) => boolean) => {
    let sum = 0
    for (let tile = 0; tile < tiles; tile++) for (let at = 0; at < edge; at += 2) if (kept(tile * edge + at)) sum++
    return sum
  }
  const [rows, columns] = [count(place.grid.rows, row), count(place.grid.columns, column)]
  return 256 + 1 + rows * columns + (column(0) ? rows : 0) + 16
}

export default {
  classes: [
    {
      name: 'Phi4Multimodal',
      backends: ['torchvision'],
      defaults: {
        ...{ ...does('rescale', 'normalize'), ...half, size: { height: 448, width: 448 }, resample: filter.bicubic },
        ...{ patch_size: 14, dynamic_hd: 36 },
      },
      fields: { patch_size: 'count', dynamic_hd: 'count' },
    },
  ],
  program(config) {
    const tile = exactSize(config.size)
    if (tile.height !== tile.width) throw badSize(config.size, 'equal height and width')
    if (config.resample !== filter.bicubic)
      throw unsupported(
        `Expected bicubic, 3, for resample of Phi4MultimodalImageProcessor but received ${config.resample}`,
      )
    const patch = config.patch_size as number
    const edge = Math.floor(tile.height / patch)
    const place = placeOf(config, tile.height)
    const steps: Step[] = [
      { resize: (_, source) => place(source).size },
      { window: (_, source) => ({ ...place(source).whole, top: 0, left: 0 }), fill: [255, 255, 255] },
    ]
    const of = (value: (place: Place) => number[]) => (planned: Planned) => value(place(planned.source))
    const outputs: Output[] = [
      { name: 'image_pixel_values', kind: 'values' },
      sizeFact('image_sizes', ({ common }) => common),
      {
        ...{ name: 'image_attention_mask', kind: 'fact', dtype: 'float32', shape: [-1, edge, edge], fill: 1 },
        of: of((at) => maskOf(at, patch, edge)),
      },
      {
        ...{ name: 'num_img_tokens', kind: 'fact', dtype: 'int64', shape: [] },
        of: of((at) => [tokensOf(at, patch, edge)]),
      },
    ]
    return planes(config, steps, {
      resample: resampleOf({ ...config, resample: filter.bilinear }),
      values: pixelsFirst(config),
      views: [
        {
          // torch's sums of this filter without antialias are those of CPUs without AVX2, but for the last bits.
          steps: [{ resize: tile, resample: { interpType: 'cubic', match: 'torchvision-float', antialias: false } }],
          tiles: { size: tile },
        },
        { steps: [], tiles: { size: tile } },
      ],
      pad: { axes: [0], shape: [-1] },
      outputs,
    })
  },
} satisfies Family
