// Image processors with the numbers of Python's transformers, whose work imperative mode does on threads of the processor's
// own: the sizes of a batch are read first, then the numbers of its images follow from them.
import type { Tensor } from '@huggingface/transformers'
import { math } from '../dynamic/operators/math.js'
import { asBatch, asTensor } from '../dynamic/values/data.js'
import type { Batch, Tensor as DynamicTensor } from '../dynamic/values/tensor.js'
import { invalidArgument, invalidInput } from '../errors/factories.js'
import { isPipelineError } from '../errors.js'
import * as ops from '../generated/dynamic.js'
import type { NumberArray } from '../processors/arrays.js'
import type { Crops } from '../processors/family.js'
import { type Numbers, planned, slots } from '../processors/plan.js'
import { boxesOf } from '../processors/post/pose-boxes.js'
import type { Processor } from '../processors/processor.js'
import type { Join, Program } from '../processors/program.js'
import { asPillow, type Library, recorded } from '../processors/record.js'
import type { Dense } from './dense.js'
import { checkedLabels, type Decoding, type LabelledResult, type LabelOptions, labelled } from './labels.js'
import { OwnContext } from './own-context.js'
import { mapped, type PostProcessing, postProcessing } from './post-process.js'
import { encodedImage, type ImageInput } from './raw-image.js'

const library = { ops, math } as unknown as Library<Batch>
const arrays = { float32: Float32Array, int32: Int32Array, int64: BigInt64Array }

/** The outputs of an image processor by name, as the library's class gives them with return_tensors. */
export type ProcessorResult = Record<string, Tensor>

/** A function that preprocesses images with the numbers of Python's transformers. */
export interface Processors extends PostProcessing {
  /** The class whose numbers these are, in transformers 5. */
  readonly className: string
  readonly backend: 'torchvision' | 'pil'
  /**
   * Decodes and preprocesses images. `images`: one or several, each as the bytes of an image file or as a RawImage; as
   * for ImageProcessor.
   */
  (images: ImageInput | readonly ImageInput[]): Promise<ProcessorResult>
  /**
   * The same with labels for training: `labels`, or `mask_labels` and `class_labels`.
   *
   * Errors also: UNSUPPORTED, for labels that the class does not make; INVALID_ARGUMENT, for those that it cannot take.
   */
  (images: ImageInput | readonly ImageInput[], labels: LabelOptions): Promise<LabelledResult>
  /** Waits for calls that are running, and ends the threads. Results stay valid. A second call does nothing. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

function typed({ dtype, values, shape }: Numbers) {
  const data = dtype === 'int64' ? BigInt64Array.from(values, BigInt) : arrays[dtype].from(values)
  return { data, shape: [...shape] }
}

/** planned() of the i-th image, whose error says which one it is. */
function numbersOf(program: Program, height: number, width: number, i: number): Numbers[] {
  try {
    return planned(program, { height, width })
  } catch (error) {
    if (!isPipelineError(error)) throw error
    throw invalidInput(`${error.message} (image ${i})`)
  }
}

/** The numbers of all images, a batch for each slot. */
async function numbersFor(program: Program, encoded: Batch, count: number): Promise<Batch[]> {
  if (!slots(program).length) return []
  const sizes = await ops.peekImageShape(encoded).asTensor().data()
  const each = Array.from({ length: count }, (_, i) =>
    numbersOf(program, Number(sizes[3 * i]), Number(sizes[3 * i + 1]), i),
  )
  return each[0]!.map((_, slot) => asBatch(each.map((numbers) => typed(numbers[slot]!))))
}

/** One tensor of a batch. */
function joined(batch: Batch, join: Join = 'stack'): DynamicTensor {
  if (join === 'stack') return batch.asTensor()
  const samples = [...batch]
  const axis = join === 'columns' ? samples[0]!.shape.length - 1 : 0
  const whole =
    samples.length === 1 ? samples[0]! : (ops.cat as (...given: unknown[]) => DynamicTensor)(...samples, { axis })
  return join === 'concat' ? whole : asTensor(whole).reshape([1, ...whole.shape])
}

async function process(program: Program, images: Uint8Array[]): Promise<[name: string, value: DynamicTensor][]> {
  const encoded = asBatch(images)
  const numbers = await numbersFor(program, encoded, images.length)
  const values = recorded(library, program, ops.decoders.image(encoded, asPillow), numbers)
  await Promise.all(values.map((value) => value.evaluate()))
  return program.outputs.map((output, i) => [output.name, joined(values[i]!, output.join)])
}

const asArray = (value: DynamicTensor): NumberArray =>
  ({ type: value.dtype, dims: [...value.shape], data: value.dataSync() }) as NumberArray

const decoding: Decoding = {
  async sizes(files) {
    const sizes = await ops
      .peekImageShape(asBatch([...files]))
      .asTensor()
      .data()
    return files.map((_, i) => ({ height: Number(sizes[3 * i]), width: Number(sizes[3 * i + 1]) }))
  },
  pixels: async (file) => asArray(await decodedPixels(file)),
  values: async (program, files) => asArray((await process(program, files))[0]![1]),
}

/** `toTensor` makes the tensors of the result. */
export function processorsOf(
  processor: Processor,
  { numThreads }: { numThreads?: number | undefined },
  toTensor: (value: Dense) => Tensor,
): Processors {
  const { name, backend, program } = processor
  const context = new OwnContext(numThreads)
  const bytesOf = (images: ImageInput | readonly ImageInput[]) => {
    const list = Array.isArray(images) ? images : [images]
    if (list.length === 0) throw invalidArgument('Expected one or more images but received []')
    return list.map((image, i) => encodedImage(image, false, i))
  }
  const cropped = async (crops: Crops, files: Uint8Array[], boxes: unknown): Promise<LabelledResult> => {
    const own = boxesOf(boxes, files.length)
    const pixels = await Promise.all(files.map((file) => decoding.pixels(file)))
    return mapped(crops(pixels, own), ofArray) as LabelledResult
  }
  const ofArray = ({ type, dims, data }: NumberArray) => toTensor({ dtype: type, shape: dims, dataSync: () => data })
  const run = (images: ImageInput | readonly ImageInput[], labels?: LabelOptions): Promise<LabelledResult> =>
    context.run(
      () => ({ files: bytesOf(images), asked: checkedLabels(labels, processor) }),
      async ({ files, asked }) => {
        if (processor.crops) return cropped(processor.crops, files, asked?.boxes)
        const made = await process(program, files)
        const outputs = made.map(([key, value]) => [key, toTensor(value)])
        const beside = asked ? await labelled(processor, asked, files, decoding) : {}
        return { ...Object.fromEntries(outputs), ...(mapped(beside, ofArray) as LabelledResult) }
      },
    )
  const close = () => context.close()
  const post = postProcessing(processor, ofArray)
  const own = { className: name, backend, ...post, close, [Symbol.asyncDispose]: close }
  return Object.assign(run, own) as Processors
}

/** The pixels of an image file as processors see them: uint8, HWC, RGB. */
export async function decodedPixels(file: Uint8Array): Promise<DynamicTensor> {
  const pixels = ops.decoders.image(asBatch([file]), asPillow)
  await pixels.evaluate()
  return pixels.at(0)
}
