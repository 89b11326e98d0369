// penstock-data/transformers over a class that stands in for the library's Tensor: what it is given, how configs become
// steps, and what is refused. The library's own image processors are compared with in test/peers.
// @module-tag shared
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import {
  type ImageInput,
  imageProcessor,
  type PreprocessorConfig,
  preprocess,
  toTransformers,
} from 'penstock-data/transformers'
import { describe, expect, test } from 'vitest'
import { projectWith, runIn } from '../../util/fake-package.js'
import { flatPng } from '../../util/png.js'

class Recorded {
  constructor(
    readonly type: string,
    readonly data: ArrayBufferView,
    readonly dims: readonly number[],
  ) {}
}
const options = { Tensor: Recorded as never }
const square = (side: number) => ({ height: side, width: side })

/** pixel_values of images, as numbers. */
async function process(config: PreprocessorConfig, images: ImageInput | ImageInput[]) {
  await using processor = imageProcessor(config, options)
  const result = await processor(images)
  return { ...result, dims: result.pixel_values.dims, values: [...(result.pixel_values.data as Float32Array)] }
}

/** A PPM file whose pixels are given as numbers, three for each. */
function ppm(width: number, height: number, pixels: (x: number, y: number) => [number, number, number]): Uint8Array {
  const bytes = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => pixels(x, y))).flat(2)
  return Buffer.concat([Buffer.from(`P6 ${width} ${height} 255\n`), Buffer.from(bytes)])
}

describe('toTransformers', () => {
  test('gives the class the memory of an output, its shape and its dtype', async () => {
    await using pipe = pipelineDef({ batchSize: 3, numThreads: 1 }, () => fn.random.uniform({ shape: [2, 5] }))()
    const [list] = await pipe.run()
    // A batch that is as small is copied when it is delivered.
    const { copiedBytes } = pipe.statistics()
    const tensor = toTransformers(list, options)
    const data = list.dataSync()
    expect([tensor.type, tensor.dims]).toEqual(['float32', [3, 2, 5]])
    expect(tensor.data.buffer).toBe(data.buffer)
    expect(tensor.data.byteOffset).toBe(data.byteOffset)
    expect(toTransformers(list.at(1), options).dims).toEqual([2, 5])
    expect(pipe.statistics().copiedBytes).toBe(copiedBytes)
    expect(toTransformers(nd.asBatch([nd.tensor([1, 2], { dtype: 'int64' })]), options)).toMatchObject({
      type: 'int64',
      dims: [1, 2],
      data: BigInt64Array.of(1n, 2n),
    })
  })

  test('says what is missing where the library is not installed', () => {
    expect(() => toTransformers(nd.tensor([1]))).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED', hint: 'npm install @huggingface/transformers' }),
    )
  })

  const finds = (globalThis.process.features as { require_module?: boolean }).require_module
  test.skipIf(!finds).each([
    ["await import('@huggingface/transformers')", 'ES module'],
    [
      "(await import('node:module')).createRequire(process.cwd() + '/')('@huggingface/transformers')",
      'CommonJS module',
    ],
  ])('takes the class of the module that the user has loaded: %s', async (load, kind) => {
    const name = '@huggingface/transformers'
    const exports = { node: { import: { default: './lib/main.mjs' }, require: { default: './lib/main.cjs' } } }
    const project = projectWith({
      [`${name}/package.json`]: JSON.stringify({ name, exports }),
      [`${name}/lib/main.mjs`]: "export class Tensor { kind = 'ES module' }",
      [`${name}/lib/main.cjs`]: "exports.Tensor = class { kind = 'CommonJS module' }",
    })
    const program = `const { Tensor } = ${load}
      const { toTransformers } = await import(dist + '/transformers.js')
      const { tensor } = await import(dist + '/dynamic.js')
      const made = toTransformers(tensor([1]))
      console.log(made.kind, made instanceof Tensor)`
    expect(await runIn(project, program)).toBe(`${kind} true\n`)
  })
})

describe('imageProcessor', () => {
  const two = ppm(2, 1, (x) => [10 + x, 20 + x, 30 + x])

  test('rescales by 1/255 and leaves the size without a size in the config', async () => {
    const { dims, values, original_sizes, reshaped_input_sizes, pixel_values } = await process({}, two)
    expect(pixel_values).toBeInstanceOf(Recorded)
    expect([dims, original_sizes, reshaped_input_sizes]).toEqual([[1, 3, 1, 2], [[1, 2]], [[1, 2]]])
    for (const [i, v] of [10, 11, 20, 21, 30, 31].entries()) expect(values[i]).toBeCloseTo(v / 255, 6)
  })

  test.each<[string, PreprocessorConfig, (v: number, c: number) => number]>([
    ['do_rescale: false', { do_rescale: false }, (v) => v],
    ['rescale_factor', { rescale_factor: 0.5 }, (v) => v / 2],
    ['mean without do_normalize', { image_mean: [9, 9, 9], image_std: [2, 2, 2] }, (v) => v / 255],
    [
      'a mean per channel',
      { do_normalize: true, image_mean: [0.1, 0.2, 0.3], image_std: [0.5, 0.25, 2] },
      (v, c) => (v / 255 - [0.1, 0.2, 0.3][c]!) / [0.5, 0.25, 2][c]!,
    ],
    ['one mean', { do_normalize: true, mean: 0.5, std: 0.5 }, (v) => (v / 255 - 0.5) / 0.5],
    [
      "EfficientNet's squared image_std",
      { image_processor_type: 'EfficientNetImageProcessor', do_normalize: true, image_mean: 0, image_std: 0.5 },
      (v) => v / 255 / 0.25,
    ],
    [
      'EfficientNet without include_top',
      {
        ...{ image_processor_type: 'EfficientNetImageProcessor', include_top: false },
        ...{ do_normalize: true, image_mean: 0, image_std: 0.5 },
      },
      (v) => v / 255 / 0.5,
    ],
  ])('computes values with %s', async (_, config, expected) => {
    const { values } = await process(config, two)
    const wanted = [10, 11, 20, 21, 30, 31].map((v, i) => expected(v, i >> 1))
    for (const [i, v] of wanted.entries()) expect(values[i]).toBeCloseTo(v, 5)
  })

  test('normalises red, green and blue before do_flip_channel_order turns them around', async () => {
    const config = {
      do_flip_channel_order: true,
      do_normalize: true,
      image_mean: [0.1, 0.2, 0.3],
      image_std: [1, 2, 4],
    }
    const { values } = await process(config, two)
    const wanted = [30, 31].map((v) => (v / 255 - 0.3) / 4)
    wanted.push(...[20, 21].map((v) => (v / 255 - 0.2) / 2), ...[10, 11].map((v) => v / 255 - 0.1))
    for (const [i, v] of wanted.entries()) expect(values[i]).toBeCloseTo(v, 6)
  })

  test.each<[PreprocessorConfig, [number, number], [number, number]]>([
    [{ size: square(7) }, [20, 30], [7, 7]],
    [{ size: { height: 5, width: 9 }, do_resize: false }, [20, 30], [20, 30]],
    [{ size: { shortest_edge: 10 } }, [20, 33], [10, 16]],
    [{ size: { shortest_edge: 10 } }, [33, 20], [16, 10]],
    [{ size: { longest_edge: 10 } }, [20, 33], [6, 10]],
    [{ size: { shortest_edge: 30, longest_edge: 10 } }, [20, 33], [6, 10]],
    // 100.995 becomes 101.00 before it is rounded down; 100.990 does not.
    [{ size: { shortest_edge: 100 } }, [201, 203], [100, 101]],
    [{ size: { shortest_edge: 100 } }, [202, 204], [100, 100]],
    [{ size: { shortest_edge: 100 } }, [100, 160], [100, 160]],
    [{ size: 12 }, [20, 30], [8, 12]],
    [{ size: 12, max_size: 15 }, [20, 30], [10, 15]],
    [{ size: { shortest_edge: 21 }, image_processor_type: 'ConvNextImageProcessor' }, [40, 50], [21, 21]],
    [{ size: { shortest_edge: 384 }, image_processor_type: 'ConvNextFeatureExtractor' }, [40, 50], [384, 384]],
    [{ size: { shortest_edge: 10 }, do_center_crop: true, crop_size: 8 }, [20, 33], [8, 8]],
    [{ do_center_crop: true, crop_size: { height: 30, width: 10 } }, [20, 33], [30, 10]],
  ])('%j makes of %j %j', async (config, [height, width], size) => {
    const { dims, original_sizes, reshaped_input_sizes } = await process(config, flatPng(width, height))
    expect([dims, original_sizes, reshaped_input_sizes]).toEqual([[1, 3, ...size], [[height, width]], [size]])
  })

  test('ConvNext crops the centre of a larger image below 384 pixels, and warps from there', async () => {
    const image = ppm(50, 40, (x, y) => [x * 5, y * 6, x * y * 0.1])
    const convNext = async (edge: number, more: PreprocessorConfig = {}) => {
      const config = { image_processor_type: 'ConvNextImageProcessor', size: { shortest_edge: edge }, ...more }
      return (await process(config, image)).values
    }
    const cropped = async (edge: number, crop: number) => {
      const config = { size: { shortest_edge: edge }, do_center_crop: true, crop_size: crop }
      return (await process(config, image)).values
    }
    expect(await convNext(14)).toEqual(await cropped(16, 14))
    expect(await convNext(14, { crop_pct: 0.5 })).toEqual(await cropped(28, 14))
    // do_center_crop comes after that: a larger crop has a black border.
    const bordered = await convNext(14, { do_center_crop: true, crop_size: 16 })
    expect(bordered.slice(0, 17)).toEqual(Array(17).fill(0))
    expect(bordered.slice(17, 31)).toEqual((await convNext(14)).slice(0, 14))
    expect(await convNext(384)).toEqual((await process({ size: square(384) }, image)).values)
  })

  test('computes shortest_edge as the library does, for all ratios', async () => {
    const widths = Array.from({ length: 120 }, (_, i) => 30 + i)
    const edge = 29
    const shapes = await Promise.all(
      [97, 64].map(async (height) => {
        await using pipe = pipelineDef({ batchSize: widths.length, numThreads: 2 }, () =>
          preprocess(fn.externalSource({ source: [widths.map((w) => flatPng(w, height))] }), {
            size: { shortest_edge: edge },
            resample: 0,
          }),
        )()
        const [list] = await pipe.run()
        return list.shape.map((shape) => shape.slice(1))
      }),
    )
    const wanted = [97, 64].map((height) =>
      widths.map((width) => {
        const factor = Math.max(edge / width, edge / height)
        return [height, width].map((x) => Math.floor(Number((x * factor).toFixed(2))))
      }),
    )
    expect(shapes).toEqual(wanted)
  })

  test('a centre crop of a smaller image has a black border, which is normalised', async () => {
    const config = {
      do_center_crop: true,
      crop_size: { height: 4, width: 4 },
      do_normalize: true,
      image_mean: 0.5,
      image_std: 0.25,
    }
    const white = ppm(1, 3, () => [255, 255, 255])
    const { values } = await process(config, white)
    // The image lies in column 1: floor((4 - 1) / 2), and rows 0 to 2: floor((4 - 3) / 2).
    const wanted = Array.from({ length: 16 }, (_, i) => (i % 4 === 1 && i < 12 ? 2 : -2))
    expect(values.map((v) => Math.round(v * 1e4) / 1e4)).toEqual([...wanted, ...wanted, ...wanted])
  })

  test('bilinear positions are those of the library: pixel i is input position i * scale', async () => {
    const ramp = ppm(8, 1, (x) => [x * 10, 0, 0])
    const { values } = await process({ size: { height: 1, width: 4 }, do_rescale: false }, ramp)
    expect(values.slice(0, 4)).toEqual([0, 20, 40, 60])
    const grown = await process({ size: { height: 1, width: 16 }, do_rescale: false }, ramp)
    // The last one lies half a pixel beyond the image, which is black there.
    expect(grown.values.slice(0, 16)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 35])
  })

  test('do_convert_rgb: false leaves grey images grey', async () => {
    const grey = Buffer.concat([Buffer.from('P5 2 1 255\n'), Buffer.from([7, 8])])
    expect((await process({ do_rescale: false }, grey)).values).toEqual([7, 8, 7, 8, 7, 8])
    const one = await process({ do_rescale: false, do_convert_rgb: false }, grey)
    expect([one.dims, one.values]).toEqual([
      [1, 1, 1, 2],
      [7, 8],
    ])
  })

  test('gives in a pipeline what imageProcessor() gives', async () => {
    const images = [ppm(31, 20, (x, y) => [x * 8, y * 9, x * y]), ppm(9, 40, (x, y) => [x * 8, y * 6, 255 - x * y])]
    for (const resample of [0, 1, 2, 3]) {
      const config = {
        size: square(16),
        resample,
        do_center_crop: true,
        crop_size: 12,
        do_normalize: true,
        image_mean: 0.4,
        image_std: 0.3,
      }
      await using pipe = pipelineDef({ batchSize: 2, numThreads: 1 }, () =>
        preprocess(fn.externalSource({ source: [images] }), config),
      )()
      const [list] = await pipe.run()
      const { values } = await process(config, images)
      expect([...list.dataSync()]).toEqual(values)
      expect(new Set(values).size).toBeGreaterThan(100)
    }
  })

  test('takes calls side by side; close() waits for them, and later calls are refused', async () => {
    const processor = imageProcessor({ size: square(4) }, { ...options, numThreads: 1 })
    const calls = [1, 2, 3].map((n) => processor(Array.from({ length: n }, () => flatPng(9, 9, 51))))
    let settled = 0
    for (const call of calls) call.then(() => settled++)
    const closing = processor.close().then(() => settled)
    await expect(processor(flatPng(2, 2))).rejects.toMatchObject({ code: 'PIPELINE_CLOSED' })
    expect(await closing).toBe(3)
    const results = await Promise.all(calls)
    await processor.close()
    expect(results.map(({ pixel_values }) => pixel_values.dims[0])).toEqual([1, 2, 3])
    for (const { pixel_values } of results) expect((pixel_values.data as Float32Array)[0]).toBeCloseTo(0.2, 6)
  })

  test('names the image that cannot be decoded, and refuses what are no bytes and different sizes', async () => {
    await using processor = imageProcessor({}, options)
    await expect(processor([flatPng(2, 2), Buffer.from('no image')])).rejects.toMatchObject({
      code: 'BAD_SAMPLE',
      sample: { index: 1 },
    })
    await expect(processor([flatPng(2, 2), flatPng(2, 3)])).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    for (const [given, said] of [
      [[], 'received []'],
      ['a.jpg', 'received "a.jpg"'],
      [[flatPng(2, 2), { width: 2 }], 'received an object (image 1)'],
    ] as const) {
      await expect(processor(given as never)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        detail: expect.stringContaining(said),
      })
    }
  })

  describe('takes decoded images, as RawImage of the library', () => {
    const raw = (width: number, height: number, channels: number, data: number[], Type = Uint8ClampedArray) => ({
      ...{ width, height, channels, data: Type.from(data) },
    })
    const config = { size: { shortest_edge: 6 }, do_center_crop: true, crop_size: 5 }

    test('with the values of a file that has the same pixels, beside files', async () => {
      const file = ppm(9, 7, (x, y) => [x * 20, y * 30, x * y])
      const pixels = [...file.subarray(-9 * 7 * 3)]
      const wanted = await process(config, [file, file, file, file])
      const rgba = pixels.flatMap((v, i) => (i % 3 === 2 ? [v, 255 - i] : [v]))
      const image = raw(9, 7, 3, pixels)
      const images = [image, file, raw(9, 7, 4, rgba), raw(9, 7, 3, pixels, Uint8Array as never)]
      const found = await process(config, images)
      expect(found).toEqual(wanted)
      expect(found.original_sizes).toEqual(Array(4).fill([7, 9]))
      expect((await process(config, image)).values).toEqual(wanted.values.slice(0, wanted.values.length / 4))
    })

    test('of one channel, which becomes three unless do_convert_rgb is false', async () => {
      const grey = raw(2, 1, 1, [7, 8])
      expect((await process({ do_rescale: false }, grey)).values).toEqual([7, 8, 7, 8, 7, 8])
      const one = await process({ do_rescale: false, do_convert_rgb: false }, grey)
      expect([one.dims, one.values]).toEqual([
        [1, 1, 1, 2],
        [7, 8],
      ])
    })

    test('copies the pixels at once', async () => {
      const image = raw(1, 1, 3, [10, 20, 30])
      await using processor = imageProcessor({ do_rescale: false }, options)
      const call = processor(image)
      image.data.fill(0)
      expect([...((await call).pixel_values.data as Float32Array)]).toEqual([10, 20, 30])
    })

    test.each([
      [raw(2, 1, 3, [1, 2, 3]), {}, 'Expected 6 values in a RawImage of 2 x 1 x 3 but received 3 (image 1)'],
      [raw(1, 1, 2, [1, 2]), {}, 'Expected a RawImage of 1 or 3 or 4 channels but received 2 (image 1)'],
      [
        raw(1, 1, 4, [1, 2, 3, 4]),
        { do_convert_rgb: false },
        'Expected a RawImage of 1 or 3 channels but received 4 (image 1)',
      ],
      [{ ...raw(1, 1, 1, [1]), data: [1] }, {}, 'but received an object (image 1)'],
      [{ ...raw(1, 1, 1, [1]), width: 1.5 }, {}, 'but received an object (image 1)'],
      [null, {}, 'but received null (image 1)'],
    ])('and refuses %j with %j', async (image, config, said) => {
      await using processor = imageProcessor(config, options)
      await expect(processor([flatPng(2, 2), image as never])).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        detail: expect.stringContaining(said),
      })
    })
  })

  test.each<[object, string, string]>([
    [{ do_pad: true }, 'UNSUPPORTED', 'do_pad'],
    [{ do_thumbnail: true }, 'UNSUPPORTED', 'do_thumbnail'],
    [{ do_crop_margin: true }, 'UNSUPPORTED', 'do_crop_margin'],
    [{ size_divisor: 32 }, 'UNSUPPORTED', 'size_divisor'],
    [{ keep_aspect_ratio: true, ensure_multiple_of: 32 }, 'UNSUPPORTED', 'keep_aspect_ratio'],
    [{ do_flip_channel_order: true, do_convert_rgb: false }, 'UNSUPPORTED', 'do_convert_rgb'],
    [{ image_processor_type: 'SamImageProcessor' }, 'UNSUPPORTED', '"SamImageProcessor"'],
    [{ feature_extractor_type: 'DetrFeatureExtractor' }, 'UNSUPPORTED', '"DetrFeatureExtractor"'],
    [{ size: {} }, 'INVALID_ARGUMENT', 'size'],
    [{ size: { height: 0, width: 3 } }, 'INVALID_ARGUMENT', 'size.height'],
    [{ do_resize: true }, 'INVALID_ARGUMENT', 'size'],
    [{ size: square(4), resample: 6 }, 'INVALID_ARGUMENT', 'resample'],
    [{ size: square(4), resample: 'mitchell' }, 'INVALID_ARGUMENT', 'resample'],
    [{ size: square(4), image_processor_type: 'ConvNextImageProcessor' }, 'INVALID_ARGUMENT', 'size.shortest_edge'],
    [{ do_center_crop: true }, 'INVALID_ARGUMENT', 'crop_size'],
    [{ do_normalize: true }, 'INVALID_ARGUMENT', 'image_mean'],
    [{ do_normalize: true, image_mean: 0, image_std: [1, 0, 1] }, 'INVALID_ARGUMENT', 'image_std'],
    [{ rescale_factor: 0 }, 'INVALID_ARGUMENT', 'rescale_factor'],
  ])('refuses %j', (config, code, named) => {
    const detail = expect.stringContaining(named) as unknown
    expect(() => imageProcessor(config as PreprocessorConfig, options)).toThrow(
      expect.objectContaining({ code, detail }),
    )
  })

  test('ignores fields that change no pixels, and refuses options that it does not know', async () => {
    const config = {
      processor_class: 'CLIPProcessor',
      do_pad: false,
      keep_aspect_ratio: true,
      image_processor_type: 'ViTImageProcessorFast',
    }
    expect((await process(config, two)).dims).toEqual([1, 3, 1, 2])
    expect(() => imageProcessor({}, { threads: 2 } as never)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    )
    expect(() => imageProcessor('vit' as never, options)).toThrow(
      'Expected the content of a preprocessor_config.json but received "vit"',
    )
  })
})
