// Gemma 3: with pan and scan, long images are followed by parts of them.
import { invalidArgument } from '../../errors/factories.js'
import type { Config } from '../config.js'
import { type Family, filter, half, usual } from '../family.js'
import type { Size, View, Window } from '../program.js'
import { exactSize, planes, resized, sizeRule } from '../steps.js'

/** The parts of an image, in their order. */
function partsOf(config: Config): (source: Size) => Window[] {
  const least = config.pan_and_scan_min_crop_size as number
  const most = config.pan_and_scan_max_num_crops as number
  const ratio = config.pan_and_scan_min_ratio_to_activate as number
  return ({ height, width }) => {
    const wide = width >= height
    const [long, short] = wide ? [width, height] : [height, width]
    if (long / short < ratio) return []
    const count = Math.min(most, Math.max(2, Math.min(Math.floor(long / least), Math.floor(long / short + 0.5))))
    const step = Math.ceil(long / count)
    if (Math.min(step, short) < least) return []
    return Array.from({ length: count }, (_, i) => {
      const extent = Math.min(step, long - i * step)
      return wide
        ? { top: 0, left: i * step, height, width: extent }
        : { top: i * step, left: 0, height: extent, width }
    })
  }
}

const scalar = (of: (source: Size) => number) =>
  ({ name: 'num_crops', kind: 'fact', dtype: 'int64', shape: [], of: (p: { source: Size }) => [of(p.source)] }) as const

function panned(config: Config) {
  for (const field of ['min_crop_size', 'max_num_crops', 'min_ratio_to_activate']) {
    if (config[`pan_and_scan_${field}`] !== undefined) continue
    throw invalidArgument(
      `Expected pan_and_scan_${field} in the image processor's config, because do_pan_and_scan is true`,
    )
  }
  const tile = exactSize(config.size)
  const parts = partsOf(config)
  // Below the least number of two parts there are none.
  const most = Math.max(config.pan_and_scan_max_num_crops as number, 2)
  const part = (i: number): View => ({
    steps: [{ window: (_, source) => parts(source)[i]! }, { resize: tile }],
    tiles: { size: tile },
    when: (source) => i < parts(source).length,
  })
  return planes(config, [], {
    views: [{ steps: [{ resize: tile }], tiles: { size: tile } }, ...Array.from({ length: most }, (_, i) => part(i))],
    outputs: [{ name: 'pixel_values', kind: 'values', join: 'concat' }, scalar((source) => parts(source).length)],
  })
}

export default {
  classes: [
    {
      name: 'Gemma3',
      defaults: { ...usual, ...half, size: { height: 224, width: 224 }, resample: filter.bilinear },
      fields: {
        ...{ do_pan_and_scan: 'bool', pan_and_scan_min_crop_size: 'count', pan_and_scan_max_num_crops: 'count' },
        pan_and_scan_min_ratio_to_activate: 'number',
      },
    },
  ],
  program(config) {
    if (config.do_pan_and_scan) return panned(config)
    return planes(config, resized(config, sizeRule), {
      outputs: [{ name: 'pixel_values', kind: 'values' }, scalar(() => 0)],
    })
  },
} satisfies Family
