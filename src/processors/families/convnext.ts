// ConvNeXT: below 384 pixels the centre of an image that is larger by 1 / crop_pct, else the whole image.
import { invalidArgument } from '../../errors/factories.js'
import { type Family, filter, half, usual } from '../family.js'
import type { Step } from '../program.js'
import { int, shortestEdge, square } from '../sizes.js'
import { badSize, centreCrop, cropped, planes } from '../steps.js'

export default {
  classes: [
    {
      name: 'ConvNext',
      defaults: {
        ...{ ...usual, ...half, size: { shortest_edge: 384 }, default_to_square: false },
        ...{ crop_pct: 224 / 256, resample: filter.bicubic },
      },
      fields: { crop_pct: 'number' },
    },
  ],
  program(config) {
    const edge = config.size?.shortest_edge
    const part = config.crop_pct as number
    if (!(part > 0)) throw invalidArgument(`Expected a crop_pct above 0 but received ${part}`)
    const steps = (): Step[] => {
      if (!config.do_resize) return []
      if (!edge) throw badSize(config.size, 'shortest_edge')
      if (edge >= 384) return [{ resize: square(edge) }]
      return [{ resize: (at) => shortestEdge(at, int(edge / part)) }, centreCrop(config, square(edge))]
    }
    return planes(config, [...steps(), ...cropped(config)])
  },
} satisfies Family
