// The steps of an image processor in a pipeline give the bytes of imageProcessor(), for all classes; the
// short tests take every third.
import '../util/gpu.js'
import { existsSync, readFileSync } from 'node:fs'
import { type DataNode, fn, Pipeline, pipelineDef } from 'penstock-data'
import { imageProcessor, preprocess } from 'penstock-data/transformers'
import { describe, expect, test } from 'vitest'
import { plugin } from '../util/gpu.js'
import { golden, made, options } from './golden.js'

const photo = readFileSync(new URL('../../data/photos/animals/cat_face.jpg', import.meta.url))
const turned = readFileSync(new URL('../../data/formats/orientation_6.jpg', import.meta.url))
const files = [made(40, 300), turned]

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => Buffer.from(buffer, byteOffset, byteLength)
const config = (name: string, more: object = {}) => ({ image_processor_type: `${name}ImageProcessor`, ...more })
const source = () => fn.externalSource({ source: files.map((file) => [file]), dtype: 'uint8', ndim: 1, cycle: 'no' })

/** The outputs of a batch by name, in host memory. */
type Outputs = Record<
  string,
  { at(i: number): { dtype: string; shape: readonly number[]; dataSync(): ArrayBufferView } }
>

async function batches(
  define: () => Record<string, DataNode>,
  batchSize = 1,
  deviceId: number | null = null,
): Promise<Outputs[]> {
  const pipe = pipelineDef({ batchSize, numThreads: 2, deviceId }, define)()
  const all: Outputs[] = []
  for await (const outputs of pipe) {
    const own = Object.entries(outputs as Record<string, { copy(): Outputs[string] }>)
    all.push(Object.fromEntries(own.map(([name, list]) => [name, list.copy()])))
  }
  await pipe.close()
  return all
}

/** The last config of each class, whose outputs are small, and of its backends one or the other. */
const names = [...new Set(golden.cases.map(({ name }) => name))].filter((name) => !golden.boxes[name])
const long = process.env.PENSTOCK_TESTS === 'long'
const classes = names
  .filter((_, i) => long || i % 3 === 0)
  .map((name, i) => {
    const own = golden.cases.filter((c) => c.name === name)
    return own.filter(({ backend }) => backend === (i % 2 ? 'pil' : 'torchvision')).at(-1) ?? own.at(-1)!
  })

test.each(classes.map((c) => [`${c.name} ${c.backend}`, c] as const))(
  '%s',
  async (_, { name, backend, config: own }) => {
    const given = config(name, own)
    const like = { like: 'transformers', backend } as const
    const processor = imageProcessor(given, { ...options, backend })
    const all = await batches(() => {
      const files = source()
      const pixels = preprocess(fn.decoders.image(files), given, { ...like, decoded: true })
      const decoded = Object.entries(pixels).map(([key, value]) => [`decoded_${key}`, value] as const)
      return { ...preprocess(files, given, like), ...Object.fromEntries(decoded) }
    })
    for (const [i, file] of files.entries()) {
      const wanted = await processor(file)
      const names = Object.keys(wanted)
      expect(Object.keys(all[i]!)).toEqual([...names, ...names.map((key) => `decoded_${key}`)])
      for (const [key, { type, data }] of Object.entries(wanted)) {
        for (const output of [all[i]![key]!, all[i]![`decoded_${key}`]!]) {
          expect(output.at(0).dtype).toBe(type)
          expect(bytesOf(output.at(0).dataSync()).equals(bytesOf(data as ArrayBufferView))).toBe(true)
        }
      }
    }
    await processor.close()
  },
)

describe.skipIf(!existsSync(plugin))('on a GPU the bytes are those of the CPU', () => {
  const wanted = [
    'CLIP torchvision',
    'Detr pil',
    'DINOv3ViT torchvision',
    'DPT pil',
    'LlavaNext torchvision',
    'Qwen2VL pil',
  ]
  const cases = wanted.map((key) => golden.cases.filter((c) => `${c.name} ${c.backend}` === key).at(-1)!)

  test.each(cases.map((c) => [`${c.name} ${c.backend}`, c] as const))(
    '%s',
    async (_, { name, backend, config: own }) => {
      const steps = (device: 'cpu' | 'gpu') => () =>
        preprocess(source(), config(name, own), { like: 'transformers', backend, device })
      const onCpu = await batches(steps('cpu'))
      const onGpu = await batches(steps('gpu'), 1, 0)
      for (const [i, outputs] of onCpu.entries()) {
        for (const [key, list] of Object.entries(outputs)) {
          const [a, b] = [list.at(0), onGpu[i]![key]!.at(0)]
          expect(b.shape).toEqual(a.shape)
          expect(bytesOf(b.dataSync()).equals(bytesOf(a.dataSync()))).toBe(true)
        }
      }
    },
  )

  test('decoded images are processed where they are', async () => {
    const steps = (device: 'cpu' | 'mixed') => () =>
      preprocess(fn.decoders.image(source(), { device, jpegFancyUpsampling: true }), config('CLIP'), {
        like: 'transformers',
        decoded: true,
      })
    const [onCpu, onGpu] = [await batches(steps('cpu')), await batches(steps('mixed'), 1, 0)]
    const pixels = (outputs: Outputs) => bytesOf(outputs.pixel_values!.at(0).dataSync())
    expect(pixels(onGpu[1]!).equals(pixels(onCpu[1]!))).toBe(true)
  })
})

test('a batch is filled up to its largest image', async () => {
  const given = config('Detr', { size: { shortest_edge: 60, longest_edge: 90 } })
  const processor = imageProcessor(given, options)
  const wanted = await processor(files)
  const source = () => fn.externalSource({ source: [files], dtype: 'uint8', ndim: 1, cycle: 'no' })
  const [outputs] = await batches(() => preprocess(source(), given, { like: 'transformers' }), 2)
  for (const [key, { dims, data }] of Object.entries(wanted)) {
    const samples = files.map((_, i) => outputs![key]!.at(i))
    expect([2, ...samples[0]!.shape]).toEqual(dims)
    const joined = Buffer.concat(samples.map((sample) => bytesOf(sample.dataSync())))
    expect(joined.equals(bytesOf(data as ArrayBufferView))).toBe(true)
  }
  await processor.close()
})

test('a text of a pipeline needs no permission for the steps', async () => {
  const define = pipelineDef({ batchSize: 1 }, () => {
    const [file] = fn.readers.file({ files: ['data/photos/animals/cat_face.jpg'] })
    return preprocess(file, config('CLIP'), { like: 'transformers' })
  })
  const pipe = Pipeline.deserialize(define().serialize())
  const { pixel_values } = (await pipe.run()) as unknown as Outputs
  const processor = imageProcessor(config('CLIP'), options)
  const wanted = await processor(photo)
  expect(bytesOf(pixel_values!.at(0).dataSync()).equals(bytesOf(wanted.pixel_values!.data as ArrayBufferView))).toBe(
    true,
  )
  await Promise.all([pipe.close(), processor.close()])
})

test('a bad image is left out', async () => {
  const source = () =>
    fn.externalSource({ source: [[photo, Buffer.from('no image'), turned]], dtype: 'uint8', ndim: 1, cycle: 'no' })
  const define = pipelineDef({ batchSize: 3, onError: 'placeholder' }, () =>
    preprocess(source(), config('CLIP'), { like: 'transformers' }),
  )
  const pipe = define()
  const { pixel_values } = (await pipe.run()) as unknown as Record<string, { valid: ArrayLike<number> }>
  expect(Array.from(pixel_values!.valid)).toEqual([1, 0, 1])
  await pipe.close()
})

test.each([
  ['VitPose', {}, 'UNSUPPORTED', /VitPoseImageProcessor/],
  ['Unknown', {}, 'UNSUPPORTED', /UnknownImageProcessor/],
  ['ViT', { device: 'mixed' }, 'INVALID_ARGUMENT', /mixed/],
  ['ViT', { decoded: 1 }, 'INVALID_ARGUMENT', /decoded/],
  ['ViT', { decoded: true, device: 'cpu' }, 'INVALID_ARGUMENT', /device/],
  ['ViT', { numThreads: 2 }, 'INVALID_ARGUMENT', /numThreads/],
  ['ViT', { like: 'torch' }, 'INVALID_ARGUMENT', /torch/],
])('%s with %j is refused', (name, more, code, message) => {
  const options = { like: 'transformers', ...more } as Parameters<typeof preprocess>[2]
  const define = pipelineDef({ batchSize: 1 }, () => preprocess(source(), config(name), options))
  expect(() => define()).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }))
})
