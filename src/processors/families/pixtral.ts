// Pixtral: images are made no larger than the limit, and their sides multiples of a patch; those of a batch are padded.
import { unsupported } from '../../errors/factories.js'
import type { Config, SizeFields } from '../config.js'
import { clip, does, type Family, filter, usual } from '../family.js'
import type { Size } from '../program.js'
import { over, square } from '../sizes.js'
import { badSize, exactSize, padded, planes, resized, sizeFact } from '../steps.js'

function ruleOf(config: Config) {
  const { size } = config
  if (!size) throw badSize(size, 'longest_edge, or height and width')
  const limit = size.longest_edge ? square(size.longest_edge) : exactSize(size)
  const patch = exactSize(config.patch_size as SizeFields, 'patch_size')
  const up = (side: number, of: number) => (over(side - 1, of) + 1) * of
  return ({ height, width }: Size): Size => {
    const ratio = Math.max(height / limit.height, width / limit.width)
    const fit = (side: number) => (ratio > 1 ? Math.floor(side / ratio) : side)
    return { height: up(fit(height), patch.height), width: up(fit(width), patch.width) }
  }
}

export default {
  classes: [
    {
      name: 'Pixtral',
      defaults: {
        ...{ ...usual, ...does('pad'), ...clip, size: { longest_edge: 1024 }, patch_size: { height: 16, width: 16 } },
        resample: filter.bicubic,
      },
      fields: { patch_size: 'size' },
    },
  ],
  program(config) {
    if (config.do_center_crop)
      throw unsupported('Expected no do_center_crop for PixtralImageProcessor but received true')
    return planes(config, resized(config, ruleOf), {
      // pad_size is not looked at.
      ...(config.do_pad && { pad: padded(undefined) }),
      outputs: [{ name: 'pixel_values', kind: 'values' }, sizeFact('image_sizes', ({ common }) => common)],
    })
  },
} satisfies Family
