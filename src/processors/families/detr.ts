// Detectors: images of a batch are padded to the largest, and pixel_mask says where the images are.

import type { Config, Fields } from '../config.js'
import { does, type Family, filter, imagenet, usual } from '../family.js'
import { cocoLabels } from '../labels/coco.js'
import { detrDetection, groundingDetection, rtDetrDetection, topDetection } from '../post/detection.js'
import type { PostProcess, PostProcesses } from '../post/post-process.js'
import { detrInstances, queryPanoptic, querySemantic } from '../post/queries.js'
import type { Of, Output, Size } from '../program.js'
import { edges } from '../sizes.js'
import { badSize, padded, planes, resized, sizeRule } from '../steps.js'

const size = { size: { shortest_edge: 800, longest_edge: 1333 }, default_to_square: false }
const fields: Fields = {
  pad_and_return_pixel_mask: 'bool',
  max_size: 'count',
  do_convert_annotations: 'bool',
  ...{ format: 'unused', return_segmentation_masks: 'unused', masks_path: 'unused' },
}
const defaults = { ...usual, ...does('pad'), ...imagenet, ...size, resample: filter.bilinear }
const outputs: readonly Output[] = [
  { name: 'pixel_values', kind: 'values' },
  { name: 'pixel_mask', kind: 'mask' },
]

/** The shorter side alone is no size here; max_size, 1333 by default, goes with it. */
function ruleOf(config: Config): Of<Size> {
  const { shortest_edge: edge, longest_edge: most } = config.size ?? {}
  if (edge && !most)
    throw badSize(config.size, 'height and width, shortest_edge and longest_edge, or max_height and max_width')
  if (edge && most && config.name === 'Yolos') return (at) => edges(at, edge, most, 16)
  return sizeRule(config)
}

const named = (name: string, more: object = {}) => ({ name, defaults: { ...defaults, ...more }, fields })

const detections: Readonly<Record<string, PostProcess>> = {
  ...{ Detr: detrDetection, Yolos: detrDetection },
  ...{ RTDetr: rtDetrDetection, GroundingDino: groundingDetection },
}

/** Detr and ConditionalDetr have models that give masks too. */
function segments(name: string): PostProcesses {
  if (name !== 'Detr' && name !== 'ConditionalDetr') return {}
  const model = { logits: 'logits', masks: 'pred_masks', resized: false, noObject: name === 'ConditionalDetr' }
  return {
    semanticSegmentation: querySemantic(model),
    instanceSegmentation: detrInstances(model),
    panopticSegmentation: queryPanoptic(model),
  }
}

export default {
  classes: [
    named('Detr'),
    named('ConditionalDetr'),
    named('DeformableDetr'),
    named('GroundingDino'),
    named('Yolos'),
    {
      ...named('RTDetr', { size: { height: 640, width: 640 }, do_normalize: false, do_pad: false }),
      fields: { ...fields, pad_and_return_pixel_mask: 'unused' },
    },
  ],
  program(config) {
    const pads = (config.pad_and_return_pixel_mask ?? config.do_pad) as boolean
    const steps = resized(config, ruleOf)
    return pads ? planes(config, steps, { pad: padded(config.pad_size), outputs }) : planes(config, steps)
  },
  labels: cocoLabels,
  postProcess: (name) => ({ ...segments(name), objectDetection: detections[name] ?? topDetection }),
} satisfies Family
