// SegFormer: images are not cropped, whatever the config says.
import { type Family, filter, imagenet, usual } from '../family.js'
import { semanticSegmentation } from '../post/semantic.js'
import { planes, resized } from '../steps.js'

export default {
  classes: [
    {
      name: 'Segformer',
      defaults: { ...usual, ...imagenet, size: { height: 512, width: 512 }, resample: filter.bilinear },
      fields: { do_reduce_labels: 'bool', reduce_labels: 'unused' },
    },
  ],
  program: (config) => planes(config, resized(config)),
  maps: (config) => ({ ...config, resample: filter.nearest }),
  postProcess: () => ({ semanticSegmentation }),
} satisfies Family
