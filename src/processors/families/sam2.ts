// SAM 2 and 3: an exact size; the sizes of the files come along.
import { type Family, filter, half, imagenet, usual } from '../family.js'
import { sam2Masks } from '../post/masks.js'
import { cropped, padded, planes, resized, sizeFact } from '../steps.js'

const fields = { mask_size: 'unused', mask_pad_size: 'unused' } as const
const named = (name: string, edge: number, moments: object) => ({
  ...{ name, backends: ['torchvision'] as const, fields },
  defaults: { ...usual, ...moments, size: { height: edge, width: edge }, resample: filter.bilinear },
})

export default {
  classes: [named('Sam2', 1024, imagenet), named('Sam3', 1008, half)],
  program: (config) =>
    planes(config, [...resized(config), ...cropped(config)], {
      ...(config.do_pad && { pad: padded(config.pad_size) }),
      outputs: [{ name: 'pixel_values', kind: 'values' }, sizeFact('original_sizes', ({ source }) => source)],
    }),
  postProcess: () => ({ masks: sam2Masks }),
} satisfies Family
