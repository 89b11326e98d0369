// MobileViT: channels come in the order blue, green, red, and values are never normalised, whatever the config says.
import { does, type Family, filter, imagenet } from '../family.js'
import { semanticSegmentation } from '../post/semantic.js'
import { square } from '../sizes.js'
import { cropped, planes, resized } from '../steps.js'

export default {
  classes: [
    {
      name: 'MobileViT',
      defaults: {
        ...{ ...does('resize', 'rescale', 'center_crop', 'flip_channel_order'), ...imagenet },
        ...{ size: { shortest_edge: 224 }, default_to_square: false, crop_size: square(256), resample: filter.bicubic },
      },
      fields: { do_flip_channel_order: 'bool', do_reduce_labels: 'bool', reduce_labels: 'unused' },
    },
  ],
  program(config) {
    const bgr = config.do_flip_channel_order as boolean
    return planes({ ...config, do_normalize: false }, [...resized(config), ...cropped(config)], { bgr })
  },
  maps: (config) => ({ ...config, resample: filter.nearest, do_flip_channel_order: false }),
  postProcess: () => ({ semanticSegmentation }),
} satisfies Family
