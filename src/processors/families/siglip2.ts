// SigLIP 2 with NaFlex: as many patches as fit into max_num_patches, at about the ratio of the image.
import type { Config } from '../config.js'
import { type Family, filter, half, usual } from '../family.js'
import type { Planned, Size } from '../program.js'
import { planes, resized } from '../steps.js'

/** The class searches for the scale by halves, so that its last bits decide. */
function ruleOf(config: Config) {
  const patch = config.patch_size as number
  const most = config.max_num_patches as number
  const precision = 1e-5
  const side = (scale: number, length: number) => Math.max(patch, Math.ceil((length * scale) / patch) * patch)
  return ({ height, width }: Size): Size => {
    let low = precision / 10
    let high = 100
    while (high - low >= precision) {
      const scale = (low + high) / 2
      const patches = (side(scale, height) / patch) * (side(scale, width) / patch)
      if (patches <= most) low = scale
      else high = scale
    }
    return { height: side(low, height), width: side(low, width) }
  }
}

export default {
  classes: [
    {
      name: 'Siglip2',
      defaults: { ...usual, ...half, patch_size: 16, max_num_patches: 256, resample: filter.bilinear },
      fields: { patch_size: 'count', max_num_patches: 'count' },
    },
  ],
  program(config) {
    const patch = config.patch_size as number
    const most = config.max_num_patches as number
    const grid = ({ common }: Planned) => [Math.floor(common.height / patch), Math.floor(common.width / patch)] as const
    return planes(config, resized(config, ruleOf), {
      views: [{ steps: [], tiles: { size: { height: patch, width: patch }, channelsLast: true } }],
      rows: true,
      pad: { axes: [0], shape: [most] },
      outputs: [
        { name: 'pixel_values', kind: 'values' },
        {
          ...{ name: 'pixel_attention_mask', kind: 'fact', dtype: 'int32' },
          of: (planned) => {
            const [rows, columns] = grid(planned)
            return Array.from({ length: most }, (_, i) => (i < rows * columns ? 1 : 0))
          },
        },
        { ...{ name: 'spatial_shapes', kind: 'fact', dtype: 'int64' }, of: (planned) => [...grid(planned)] },
      ],
    })
  },
} satisfies Family
