// DINOv3: pixels are rescaled before they are resized, in float32.
import { type Family, filter, imagenet, usual } from '../family.js'
import { cropped, planes, resampleOf, resized } from '../steps.js'
import { valuesRescaledFirst } from '../values.js'

export default {
  classes: [
    {
      name: 'DINOv3ViT',
      backends: ['torchvision'],
      defaults: { ...usual, ...imagenet, size: { height: 224, width: 224 }, resample: filter.bilinear },
    },
  ],
  program: (config) =>
    planes(config, [...resized(config), ...cropped(config)], {
      resample: resampleOf(config, config.do_rescale),
      values: config.do_rescale ? valuesRescaledFirst(config) : planes(config, []).values,
    }),
} satisfies Family
