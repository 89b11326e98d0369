// SAM: the longer side becomes longest_edge, and zeros behind make a square.
import { does, type Family, filter, imagenet, usual } from '../family.js'
import { samMasks } from '../post/masks.js'
import type { Size } from '../program.js'
import { int } from '../sizes.js'
import { badSize, cropped, padded, planes, resized, sizeFact } from '../steps.js'

/** Rounds halves up, in float64. */
const longest = ({ height, width }: Size, edge: number): Size => {
  const scale = edge / Math.max(height, width)
  return { height: int(height * scale + 0.5), width: int(width * scale + 0.5) }
}

export default {
  classes: [
    {
      name: 'Sam',
      defaults: {
        ...{ ...usual, ...does('pad'), ...imagenet, size: { longest_edge: 1024 } },
        ...{ pad_size: { height: 1024, width: 1024 }, resample: filter.bilinear },
      },
      fields: { mask_size: 'unused', mask_pad_size: 'unused' },
    },
  ],
  program(config) {
    const rule = () => {
      const edge = config.size?.longest_edge
      if (!edge) throw badSize(config.size, 'longest_edge')
      return (at: Size) => longest(at, edge)
    }
    return planes(config, [...resized(config, rule), ...cropped(config)], {
      ...(config.do_pad && { pad: padded(config.pad_size) }),
      outputs: [
        { name: 'pixel_values', kind: 'values' },
        sizeFact('original_sizes', ({ source }) => source),
        sizeFact('reshaped_input_sizes', ({ views }) => views[0]!),
      ],
    })
  },
  postProcess: () => ({ masks: samMasks }),
} satisfies Family
