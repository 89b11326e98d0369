// LLaVA: with do_pad the image stands in a square of the mean colour first.
import { invalidArgument } from '../../errors/factories.js'
import type { Config } from '../config.js'
import { clip, does, type Family, filter, usual } from '../family.js'
import type { Step } from '../program.js'
import { inSquare, int } from '../sizes.js'
import { cropped, planes, resized } from '../steps.js'

function squared(config: Config): Step[] {
  if (!config.do_pad) return []
  if (!config.image_mean)
    throw invalidArgument("Expected image_mean in the image processor's config, because do_pad is true")
  return [{ window: inSquare, fill: config.image_mean.map((x) => int(x * 255)) }]
}

export default {
  classes: [
    {
      name: 'Llava',
      defaults: {
        ...{ ...usual, ...does('center_crop'), ...clip, size: { shortest_edge: 224 }, default_to_square: false },
        ...{ crop_size: { height: 224, width: 224 }, resample: filter.bicubic },
      },
    },
  ],
  program: (config) => planes(config, [...squared(config), ...resized(config), ...cropped(config)]),
} satisfies Family
