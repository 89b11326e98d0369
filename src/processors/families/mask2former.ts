// Mask2Former and MaskFormer: as detectors, and both sides are multiples of size_divisor.

import type { Fields } from '../config.js'
import { type Family, filter, imagenet, usual } from '../family.js'
import { segmentLabels } from '../labels/segments.js'
import { maskInstances, queryPanoptic, querySemantic } from '../post/queries.js'
import type { Size } from '../program.js'
import { ofImage } from '../program.js'
import { badSize, padded, planes, resized, sizeRule } from '../steps.js'

const fields: Fields = {
  size_divisor: 'number',
  size_divisibility: 'unused',
  max_size: 'count',
  ...{ ignore_index: 'integer', do_reduce_labels: 'bool', reduce_labels: 'unused', num_labels: 'unused' },
}
const defaults = {
  ...{ ...usual, ...imagenet, size: { shortest_edge: 800, longest_edge: 1333 }, default_to_square: false },
  ...{ size_divisor: 32, resample: filter.bilinear },
}

export default {
  classes: [
    { name: 'Mask2Former', defaults, fields },
    { name: 'MaskFormer', defaults, fields },
  ],
  program(config) {
    if (config.do_resize && config.size?.shortest_edge && !config.size.longest_edge) {
      throw badSize(config.size, 'height and width, shortest_edge and longest_edge, or max_height and max_width')
    }
    const divisor = config.size_divisor as number
    const up = (side: number) => (divisor > 0 ? Math.ceil(side / divisor) * divisor : side)
    const rule = () => {
      const size = sizeRule(config)
      return (at: Size) => {
        const { height, width } = ofImage(size, at, at)
        return { height: up(height), width: up(width) }
      }
    }
    return planes(config, resized(config, rule), {
      pad: padded(config.pad_size),
      outputs: [
        { name: 'pixel_values', kind: 'values' },
        { name: 'pixel_mask', kind: 'mask' },
      ],
    })
  },
  labels: segmentLabels,
  postProcess(name) {
    const model = { logits: 'class_queries_logits', masks: 'masks_queries_logits', resized: name === 'Mask2Former' }
    return {
      semanticSegmentation: querySemantic(model),
      instanceSegmentation: maskInstances(model),
      panopticSegmentation: queryPanoptic(model),
    }
  },
} satisfies Family
