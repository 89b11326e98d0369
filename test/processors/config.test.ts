// How configs of image processors are read: names of classes, defaults, and what is refused by name.
// @module-tag shared
import { imageProcessor } from 'penstock-data/transformers'
import { describe, expect, test } from 'vitest'
import { planned } from '../../src/processors/plan.js'
import { processorClasses, processorOf } from '../../src/processors/processor.js'
import { made, options } from './golden.js'

const vit = { image_processor_type: 'ViTImageProcessor' }
const refusal = (config: unknown, backend?: unknown) => {
  try {
    processorOf(config, backend)
  } catch (error) {
    return error
  }
  return undefined
}

describe('the class', () => {
  test.each([
    ['ViTImageProcessor', undefined, 'ViTImageProcessor'],
    ['ViTImageProcessorFast', undefined, 'ViTImageProcessor'],
    ['ViTFeatureExtractor', undefined, 'ViTImageProcessor'],
    ['ViTImageProcessorPil', undefined, 'ViTImageProcessorPil'],
    ['ViTImageProcessorFast', 'pil', 'ViTImageProcessorPil'],
    ['Qwen2VLImageProcessor', 'pil', 'Qwen2VLImageProcessorPil'],
  ])('%s with backend %s is %s', (image_processor_type, backend, name) => {
    expect(processorOf({ image_processor_type }, backend)).toMatchObject({ name })
  })

  test('comes from feature_extractor_type too, and from a processor_config.json', () => {
    expect(processorOf({ feature_extractor_type: 'CLIPFeatureExtractor' }).name).toBe('CLIPImageProcessor')
    expect(processorOf({ processor_class: 'X', image_processor: vit }).name).toBe('ViTImageProcessor')
  })

  test.each([[{}], [{ image_processor_type: 'NewImageProcessor' }], [{ image_processor_type: 3 }]])(
    '%j is unknown',
    (config) => {
      expect(refusal(config)).toMatchObject({ code: 'UNSUPPORTED', hint: expect.stringContaining('ViT') })
    },
  )

  test('every class takes its defaults in both of its backends', () => {
    for (const { name, backends } of processorClasses()) {
      for (const backend of backends) processorOf({ image_processor_type: `${name}ImageProcessor` }, backend)
    }
  })
})

describe('fields', () => {
  test.each([
    [{ ...vit, new_field: 3 }, 'UNSUPPORTED', 'new_field'],
    [{ ...vit, crop_pct: 0.9 }, 'UNSUPPORTED', 'crop_pct'],
    [{ ...vit, data_format: 'channels_last' }, 'UNSUPPORTED', 'channels_last'],
    [{ ...vit, resample: 4 }, 'UNSUPPORTED', 'resample'],
    [{ ...vit, resample: 9 }, 'INVALID_ARGUMENT', 'resample'],
    [{ ...vit, size: { height: 3 } }, 'INVALID_ARGUMENT', 'size'],
    [{ ...vit, size: { longest_edge: 3 } }, 'INVALID_ARGUMENT', 'size'],
    [{ ...vit, image_mean: [1, 2] }, 'INVALID_ARGUMENT', 'image_mean'],
    [{ ...vit, do_resize: 'yes' }, 'INVALID_ARGUMENT', 'do_resize'],
    [{ ...vit, do_center_crop: true }, 'INVALID_ARGUMENT', 'crop_size'],
    [[], 'INVALID_ARGUMENT', 'preprocessor_config.json'],
  ])('%j', (config, code, words) => {
    expect(refusal(config)).toMatchObject({ code, message: expect.stringContaining(words) })
  })

  test('null is the default', () => {
    expect(refusal({ ...vit, new_field: null, size: null })).toBeUndefined()
  })

  test('backends are two', () => {
    expect(refusal(vit, 'cv2')).toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(refusal({ image_processor_type: 'Sam2ImageProcessor' }, 'pil')).toMatchObject({ code: 'UNSUPPORTED' })
  })
})

test('an image that the class refuses fails its call, and the next call works', async () => {
  await using processor = imageProcessor({ image_processor_type: 'Qwen2VLImageProcessor' }, options)
  await expect(processor([made(40, 40), made(2, 900)])).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('(image 1)'),
  })
  expect((await processor(made(40, 40))).image_grid_thw!.dims).toEqual([1, 3])
  expect([processor.className, processor.backend]).toEqual(['Qwen2VLImageProcessor', 'torchvision'])
})

test('of two grids that are equally near, MiniCPM-V takes the one with more rows', () => {
  const { program } = processorOf({ image_processor_type: 'MiniCPMV4_6ImageProcessor' })
  const grid = (height: number, width: number) => planned(program, { height, width }).at(-2)!.values
  expect([grid(600, 600), grid(600, 601)]).toEqual([
    [2, 1],
    [1, 2],
  ])
})

test('options have names', () => {
  expect(() => imageProcessor(vit, { ...options, threads: 3 } as never)).toThrow('threads')
  expect(() => imageProcessor(vit, { like: 'torch' } as never)).toThrow("'transformers' or 'transformers.js'")
})
