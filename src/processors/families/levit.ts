// LeViT: the shorter side becomes 256 / 224 of shortest_edge.
import { does, type Family, filter, imagenet, usual } from '../family.js'
import { int, shortestEdge } from '../sizes.js'
import { cropped, exactSize, planes, resized } from '../steps.js'

export default {
  classes: [
    {
      name: 'Levit',
      defaults: {
        ...{ ...usual, ...does('center_crop'), ...imagenet, size: { shortest_edge: 224 }, default_to_square: false },
        ...{ crop_size: { height: 224, width: 224 }, resample: filter.bicubic },
      },
    },
  ],
  program(config) {
    const rule = () => {
      const edge = config.size?.shortest_edge
      return edge
        ? (at: { height: number; width: number }) => shortestEdge(at, int((256 / 224) * edge))
        : exactSize(config.size)
    }
    return planes(config, [...resized(config, rule), ...cropped(config)])
  },
} satisfies Family
