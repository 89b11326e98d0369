// Classes that resize, crop and normalise as their fields say, and do nothing else with images.
import { clip, does, type Family, filter, half, imagenet, usual } from '../family.js'
import { semanticSegmentation } from '../post/semantic.js'
import { cropped, padded, pixelValues, planes, resized } from '../steps.js'

const square = (edge: number) => ({ height: edge, width: edge })
const { bilinear, bicubic, lanczos } = filter
const byEdge = (edge: number) => ({ size: { shortest_edge: edge }, default_to_square: false })
const clipLike = {
  ...usual,
  ...does('center_crop'),
  ...clip,
  ...byEdge(224),
  crop_size: square(224),
  resample: bicubic,
}
const labels = { do_reduce_labels: 'bool', reduce_labels: 'unused' } as const

export default {
  classes: [
    { name: 'ViT', defaults: { ...usual, ...half, size: square(224), resample: bilinear } },
    {
      name: 'DeiT',
      defaults: {
        ...{ ...usual, ...does('center_crop'), ...half },
        ...{ size: square(256), crop_size: square(224), resample: bicubic },
      },
    },
    { name: 'Bit', defaults: clipLike },
    { name: 'CLIP', defaults: clipLike },
    { name: 'ChineseCLIP', defaults: clipLike },
    { name: 'Siglip', defaults: { ...usual, ...half, size: square(224), default_to_square: false, resample: bicubic } },
    { name: 'Blip', defaults: { ...usual, ...clip, size: square(384), resample: bicubic } },
    { name: 'Pvt', defaults: { ...usual, ...imagenet, size: square(224), resample: bicubic } },
    {
      name: 'MobileNetV1',
      defaults: {
        ...{ ...usual, ...does('center_crop'), ...half, ...byEdge(256) },
        ...{ crop_size: square(224), resample: bilinear },
      },
    },
    {
      name: 'MobileNetV2',
      defaults: {
        ...{ ...usual, ...does('center_crop'), ...half, ...byEdge(256) },
        ...{ crop_size: square(224), resample: bilinear },
      },
      fields: labels,
    },
    {
      name: 'OwlViT',
      defaults: { ...usual, ...clip, size: square(768), crop_size: square(768), resample: bicubic },
    },
    {
      name: 'Chameleon',
      defaults: {
        ...{ ...usual, ...does('center_crop'), ...byEdge(512), crop_size: square(512), resample: lanczos },
        ...{ rescale_factor: 0.0078, image_mean: [1, 1, 1], image_std: [1, 1, 1] },
      },
    },
    {
      name: 'Beit',
      defaults: { ...usual, ...half, size: square(224), crop_size: square(224), resample: bicubic },
      fields: labels,
    },
    { name: 'PPChart2Table', defaults: { ...usual, ...clip, size: square(1024), resample: bicubic } },
    {
      name: 'Tipsv2',
      backends: ['torchvision'],
      defaults: { ...does('resize', 'rescale'), size: square(448), resample: bilinear },
    },
    {
      name: 'PI0',
      backends: ['torchvision'],
      defaults: {
        ...{ ...usual, ...does('pad'), ...half, size: { max_height: 224, max_width: 224 } },
        ...{ default_to_square: false, pad_size: square(224), resample: bicubic },
      },
    },
  ],
  program(config) {
    // Those with labels do not pad.
    const pads = config.do_pad && !('do_reduce_labels' in config)
    return planes(config, [...resized(config), ...cropped(config)], {
      ...(pads && { pad: padded(config.pad_size) }),
      outputs: pixelValues,
    })
  },
  maps(config) {
    if (config.name === 'MobileNetV2') return { ...config, resample: filter.nearest }
    // Beit resizes maps as images.
    return config.name === 'Beit' ? config : undefined
  },
  postProcess: (name) => (name === 'Beit' || name === 'MobileNetV2' ? { semanticSegmentation } : {}),
} satisfies Family
