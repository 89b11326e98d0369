// MiniCPM-V 4.6: the whole image at about the size of the model, and behind it the slices of a larger one, in the grid whose ratio is
// nearest. All become columns of patches.
import { invalidArgument, unsupported } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { Config } from '../config.js'
import { does, type Family, filter, half } from '../family.js'
import type { Output, Planned, Size, View } from '../program.js'
import { int, over, round, square } from '../sizes.js'
import { planes } from '../steps.js'
import { tableOf, valuesOf } from '../values.js'

/** A number of rows and columns; none without slices. */
type Grid = { readonly rows: number; readonly columns: number } | undefined

const divided = (length: number, by: number) => Math.max(round(length / by) * by, by)

/** The grid of an image. */
function gridOf(config: Config): (source: Size) => Grid {
  const most = config.max_slice_nums as number
  const scale = config.scale_resolution as number
  return ({ height, width }) => {
    const several = Math.min(Math.ceil((width * height) / (scale * scale)), most)
    if (!config.slice_mode || several <= 1) return undefined
    const wanted = Math.log(width / height)
    let best = { rows: 1, columns: 1 }
    let least = Number.POSITIVE_INFINITY
    for (const count of [several - 1, several, several + 1]) {
      if (count === 1 || count > most) continue
      for (let rows = 1; rows <= count; rows++) {
        if (count % rows) continue
        const off = Math.abs(wanted - Math.log(count / rows / rows))
        if (off < least || (off === least && rows > best.rows)) best = { rows, columns: count / rows }
        least = Math.min(least, off)
      }
    }
    return best
  }
}

function sizesOf(config: Config) {
  const scale = config.scale_resolution as number
  const factor = (config.patch_size as number) * (config.downsample_mode === '4x' ? 2 : 4)
  const near = ({ height, width }: Size, enlarged: boolean): Size => {
    let at = { height, width }
    if (height * width > scale * scale || enlarged) {
      const ratio = width / height
      const down = int(scale / Math.sqrt(ratio))
      at = { height: down, width: int(down * ratio) }
    }
    return { height: divided(at.height, factor), width: divided(at.width, factor) }
  }
  const slice = ({ height, width }: Size, { rows, columns }: NonNullable<Grid>): Size =>
    near({ height: divided(height, rows) / rows, width: divided(width, columns) / columns }, true)
  return { near, slice }
}

function modeOf(config: Config): void {
  const mode = config.downsample_mode
  if (mode === '4x' || mode === '16x') return
  throw invalidArgument(`Expected '4x' or '16x' for downsample_mode but received ${shown(mode)}`)
}

function outputsOf(patch: number, grid: (source: Size) => Grid, sizes: (source: Size) => Size[]): Output[] {
  const fact = (name: string, shape: readonly number[], of: (planned: Planned) => number[]): Output => ({
    ...{ name, kind: 'fact', dtype: 'int64', shape },
    of,
  })
  return [
    { name: 'pixel_values', kind: 'values', join: 'columns' },
    {
      ...{ name: 'target_sizes', kind: 'fact', dtype: 'int32', shape: [-1, 2], join: 'concat' },
      of: ({ source }) => sizes(source).flatMap(({ height, width }) => [over(height, patch), over(width, patch)]),
    },
    fact('grids', [2], ({ source }) => {
      const own = grid(source)
      return own ? [own.rows, own.columns] : [0, 0]
    }),
    fact('num_patches_per_image', [], ({ source }) => [sizes(source).length]),
  ]
}

export default {
  classes: [
    {
      name: 'MiniCPMV4_6',
      defaults: {
        ...{ ...does('resize', 'rescale', 'normalize'), ...half, resample: filter.bicubic },
        ...{ max_slice_nums: 9, scale_resolution: 448, patch_size: 14, slice_mode: true, downsample_mode: '16x' },
      },
      fields: {
        ...{ max_slice_nums: 'count', scale_resolution: 'count', patch_size: 'count', slice_mode: 'bool' },
        ...{ downsample_mode: 'text', use_image_id: 'unused' },
      },
    },
  ],
  program(config) {
    if (!config.do_resize) throw unsupported('Expected do_resize for MiniCPMV4_6ImageProcessor but received false')
    modeOf(config)
    const patch = config.patch_size as number
    const grid = gridOf(config)
    const { near, slice } = sizesOf(config)
    const tiles = { size: square(patch) }
    const count = (source: Size) => {
      const own = grid(source)
      return own ? own.rows * own.columns : 0
    }
    const sizes = (source: Size) => {
      const own = grid(source)
      const each = own && slice(source, own)
      return [near(source, !own), ...Array.from({ length: count(source) }, () => each!)]
    }
    const part = (i: number): View => ({
      steps: [
        {
          window: (_, source) => {
            const own = grid(source)!
            const { height, width } = slice(source, own)
            return { height, width, top: Math.floor(i / own.columns) * height, left: (i % own.columns) * width }
          },
        },
      ],
      tiles,
      when: (source) => i < count(source),
    })
    const whole = (_: Size, source: Size): Size => {
      const own = grid(source)!
      const { height, width } = slice(source, own)
      return { height: height * own.rows, width: width * own.columns }
    }
    const slices: View = {
      steps: [{ resize: whole }],
      parts: Array.from({ length: config.max_slice_nums as number }, (_, i) => part(i)),
      when: (source) => count(source) > 0,
    }
    const values = valuesOf(config)
    const bytes = !('table' in values) && config.backend === 'torchvision'
    return planes(config, [], {
      // The class on tensors makes numbers of bytes in any case.
      values: bytes ? { table: tableOf((byte) => byte) } : values,
      views: [{ steps: [{ resize: (at, source) => near(at, !grid(source)) }], tiles }, slices],
      columns: true,
      outputs: outputsOf(patch, grid, sizes),
    })
  },
} satisfies Family
