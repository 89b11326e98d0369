// LLaVA-NeXT and LLaVA-OneVision: the image at one size, and behind it tiles of the image at the resolution, of a list, that
// keeps most of it.
import type { Config } from '../config.js'
import { clip, does, type Family, filter, usual } from '../family.js'
import type { Of, Size, Step, View, Window } from '../program.js'
import { ofImage } from '../program.js'
import { int, over, square } from '../sizes.js'
import { badSize, cropped, exactSize, planes, resized, sizeFact, sizeRule } from '../steps.js'

type Resolution = readonly [height: number, width: number]

/** The resolution that keeps most pixels of the image, and of those with equally many the one that wastes least. */
function bestOf(resolutions: readonly Resolution[], source: Size): Size {
  let best: Resolution | undefined
  let [effective, wasted] = [0, Number.POSITIVE_INFINITY]
  for (const [height, width] of resolutions) {
    const scale = Math.min(width / source.width, height / source.height)
    const kept = Math.min(int(source.width * scale) * int(source.height * scale), source.width * source.height)
    const lost = height * width - kept
    if (kept > effective || (kept === effective && lost < wasted)) {
      ;[best, effective, wasted] = [[height, width], kept, lost]
    }
  }
  const [height, width] = best ?? resolutions[0]!
  return { height, width }
}

/** The image's size in the resolution. */
function inside(source: Size, target: Size): Size {
  const across = target.width / source.width
  const down = target.height / source.height
  if (across < down) return { width: target.width, height: Math.min(Math.ceil(source.height * across), target.height) }
  return { height: target.height, width: Math.min(Math.ceil(source.width * down), target.width) }
}

const middle = (at: Size, target: Size): Window => ({
  ...target,
  top: -over(target.height - at.height, 2) || 0,
  left: -over(target.width - at.width, 2) || 0,
})

/** What becomes of each tile: nothing, where its size is that of the model already. */
function tileSteps(config: Config): Step[] {
  return [...resized(config, sizeRule), ...cropped(config)]
}

function through(steps: readonly Step[], size: Size): Size {
  return steps.reduce((at, step) => {
    const { height, width } = ofImage<Size>('resize' in step ? step.resize : (step.window as Of<Size>), at, at)
    return { height, width }
  }, size)
}

/** A tile by itself, for sizes that are cut at the border or change once more. */
function ownTile(best: (source: Size) => Size, edge: number, i: number, last: Step[], model: Size): View {
  const columns = ({ width }: Size) => Math.ceil(width / edge)
  const cut = (_: Size, source: Size): Window => {
    const whole = best(source)
    const [top, left] = [Math.floor(i / columns(whole)) * edge, (i % columns(whole)) * edge]
    return { top, left, height: Math.min(edge, whole.height - top), width: Math.min(edge, whole.width - left) }
  }
  return {
    steps: [
      { resize: (at, source) => inside(at, best(source)) },
      { window: (at, source) => middle(at, best(source)) },
      { window: cut },
      ...last,
    ],
    tiles: { size: model },
    when: (source) => {
      const whole = best(source)
      return i < Math.ceil(whole.height / edge) * columns(whole)
    },
  }
}

function tileViews(config: Config, edge: number, model: Size): View[] {
  const resolutions = config.image_grid_pinpoints as Resolution[]
  const best = (source: Size) => bestOf(resolutions, source)
  const last = tileSteps(config)
  const whole = resolutions.every(([height, width]) => height % edge === 0 && width % edge === 0)
  const kept = through(last, square(edge))
  if (whole && kept.height === edge && kept.width === edge) {
    const steps: Step[] = [
      { resize: (at, source) => inside(at, best(source)) },
      { window: (at, source) => middle(at, best(source)) },
    ]
    return [{ steps, tiles: { size: model } }]
  }
  const most = Math.max(...resolutions.map(([height, width]) => Math.ceil(height / edge) * Math.ceil(width / edge)))
  return Array.from({ length: most }, (_, i) => ownTile(best, edge, i, last, model))
}

const fields = { image_grid_pinpoints: 'sizes', aspect_ratio_setting: 'unused' } as const
const defaults = { ...usual, ...does('pad'), ...clip, default_to_square: false, resample: filter.bicubic }
const multiples = [1, 2, 3, 4, 5, 6].map((n) => 384 * n)

export default {
  classes: [
    {
      name: 'LlavaNext',
      defaults: {
        ...{ ...defaults, ...does('center_crop') },
        ...{ size: { shortest_edge: 224 }, crop_size: { height: 224, width: 224 } },
        image_grid_pinpoints: [
          ...[
            [336, 672],
            [672, 336],
            [672, 672],
          ],
          ...[
            [1008, 336],
            [336, 1008],
          ],
        ],
      },
      fields,
    },
    {
      name: 'LlavaOnevision',
      defaults: {
        ...defaults,
        size: { height: 384, width: 384 },
        image_grid_pinpoints: multiples.flatMap((height) => multiples.map((width) => [height, width])),
      },
      fields,
    },
  ],
  program(config) {
    const { size, crop_size } = config
    const edge = crop_size?.height ?? size?.height ?? size?.shortest_edge
    if (!edge || !size) throw badSize(size, 'height and width, or shortest_edge')
    const base = size.shortest_edge ? square(size.shortest_edge) : exactSize(size)
    const last = tileSteps(config)
    const model = through(last, base)
    const scalar = { name: 'batch_num_images', kind: 'fact', dtype: 'int64', shape: [], of: () => [1] } as const
    return planes(config, [], {
      views: [{ steps: [{ resize: base }, ...last], tiles: { size: model } }, ...tileViews(config, edge, model)],
      ...(config.do_pad && { pad: { axes: [0], shape: [-1] } }),
      outputs: [
        { name: 'pixel_values', kind: 'values' },
        sizeFact('image_sizes', ({ source }) => source),
        ...(config.name === 'LlavaOnevision' ? [scalar] : []),
      ],
    })
  },
} satisfies Family
