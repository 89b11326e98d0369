// imageProcessor() against the image processors of @huggingface/transformers, on photos, with each Node.js that tools/install/peers.sh
// has installed. The bounds are those that docs/guides/frameworks.md gives.
// @module-tag long
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { PreprocessorConfig } from 'penstock-data/transformers'
import { expect, test } from 'vitest'
import { nodes, peers } from '../util/nodes.js'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const installed = existsSync(`${peers}/node_modules/@huggingface/transformers`)
if (!installed)
  console.log('skipped: @huggingface/transformers is not installed; `sh tools/install/peers.sh` does that')

const clip = {
  do_normalize: true,
  image_mean: [0.48145466, 0.4578275, 0.40821073],
  image_std: [0.26862954, 0.26130258, 0.27577711],
}
const half = { do_normalize: true, image_mean: [0.5, 0.5, 0.5], image_std: [0.5, 0.5, 0.5] }
const square = (side: number) => ({ height: side, width: side })

interface Case {
  type: string
  config: PreprocessorConfig
  /** Largest and mean difference that are allowed, in units of 1/255 before normalisation. */
  max: number
  mean: number
}

const bilinear = { max: 1.001, mean: 0.02 }
const bicubic = { max: 3.001, mean: 0.2 }
const cases: Record<string, Case> = {
  vit: { type: 'ViTImageProcessor', config: { ...half, size: square(224), resample: 2 }, ...bilinear },
  enlarged: { type: 'ViTImageProcessor', config: { ...half, size: square(600), resample: 2 }, ...bilinear },
  convnext384: { type: 'ConvNextImageProcessor', config: { ...clip, size: { shortest_edge: 384 } }, ...bilinear },
  mobilevit: {
    type: 'MobileViTImageProcessor',
    config: {
      ...{ size: { shortest_edge: 288 }, do_center_crop: true, crop_size: square(256), do_flip_channel_order: true },
      do_normalize: false,
    },
    ...bilinear,
  },
  longest: {
    type: 'ViTImageProcessor',
    config: {
      ...clip,
      size: { longest_edge: 300 },
      resample: 2,
      do_center_crop: true,
      crop_size: { height: 301, width: 302 },
    },
    ...bilinear,
  },
  clip: {
    type: 'CLIPImageProcessor',
    config: { ...clip, size: { shortest_edge: 224 }, resample: 3, do_center_crop: true, crop_size: square(224) },
    ...bicubic,
  },
  olderClip: {
    type: 'CLIPFeatureExtractor',
    config: { ...clip, size: 224, resample: 3, do_center_crop: true, crop_size: 224 },
    ...bicubic,
  },
  deit: {
    type: 'DeiTImageProcessor',
    config: { ...clip, size: square(256), resample: 3, do_center_crop: true, crop_size: square(224) },
    ...bicubic,
  },
  convnext: {
    type: 'ConvNextImageProcessor',
    config: { ...clip, size: { shortest_edge: 224 }, crop_pct: 0.875, resample: 3 },
    ...bicubic,
  },
  siglip: { type: 'SiglipImageProcessor', config: { ...half, size: square(384), resample: 3 }, ...bicubic },
  efficientnet: {
    type: 'EfficientNetImageProcessor',
    config: { ...half, size: square(224), resample: 2 },
    max: 2.001,
    mean: 0.04,
  },
  lanczos: { type: 'ViTImageProcessor', config: { ...clip, size: square(224), resample: 1 }, max: 20.001, mean: 0.25 },
  lanczosEnlarged: {
    type: 'ViTImageProcessor',
    config: { ...clip, size: square(600), resample: 1 },
    max: 20.001,
    mean: 0.25,
  },
  lanczosSmall: {
    type: 'ViTImageProcessor',
    config: { ...clip, size: square(64), resample: 1 },
    max: 12.001,
    mean: 0.8,
  },
  nearest: { type: 'ViTImageProcessor', config: { ...clip, size: square(224), resample: 0 }, max: 255, mean: 0.6 },
}

test.skipIf(!installed).each(nodes)(
  '%s: pixel_values are those of the library',
  { timeout: 240_000 },
  async (_, node) => {
    // All cases run once, and one of them on each version.
    const entries = Object.entries(cases).slice(0, node === process.execPath ? undefined : 1)
    const wanted = Object.fromEntries(entries.map(([name, { type, config }]) => [name, [type, config]]))
    const args = [
      path('transformers.mjs'),
      peers,
      path('../../dist'),
      path('../../data/photos'),
      JSON.stringify(wanted),
    ]
    const { stdout } = await promisify(execFile)(node, args, { cwd: peers, timeout: 230_000 })
    const result = JSON.parse(stdout)
    for (const [name, { max, mean }] of entries) {
      const found = result.cases[name]
      expect(found, name).toMatchObject({ sizes: true, type: true, decoded: true })
      expect(found.max, name).toBeLessThanOrEqual(max)
      expect(found.mean, name).toBeLessThanOrEqual(mean)
    }
    expect(result.model).toBe(true)
    expect(result.pipeline).toEqual({ shared: true, equal: true, copiedBytes: 0 })
    const cure =
      "UNSUPPORTED Pass it: { Tensor }, imported from '@huggingface/transformers'; or use Node.js 20.19, 22.12 or later"
    expect(result.refused).toBe(result.finds ? undefined : cure)
  },
)
