// An image processor with the interface of those of @huggingface/transformers, whose work imperative mode does on threads
// of the processor's own.
import type { Tensor } from '@huggingface/transformers'
import { EvalContext } from '../dynamic/context/context.js'
import { math } from '../dynamic/operators/math.js'
import { asBatch } from '../dynamic/values/data.js'
import type { Batch } from '../dynamic/values/tensor.js'
import { closed, invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import * as ops from '../generated/dynamic.js'
import type { ImageSteps } from './image-config.js'
import { type Library, preprocessed } from './image-steps.js'
import type { TensorClass } from './tensor-class.js'

const library = { ops, math } as unknown as Library<Batch>

export interface ImageProcessorOptions {
  /** Number of threads, from 1 to 100 per CPU. Default: that of imperative mode, getNumThreads(). */
  numThreads?: number | undefined
  /** The class Tensor of @huggingface/transformers. Default: that of the module that is loaded. */
  Tensor?: TensorClass | undefined
}

/** What an image processor gives, as those of the library do. */
export interface ImageProcessorResult {
  /** float32, [N, 3, height, width]. */
  pixel_values: Tensor
  /** Height and width of each image as it was, turned as its EXIF orientation says. */
  original_sizes: [height: number, width: number][]
  /** Height and width of each image in `pixel_values`. */
  reshaped_input_sizes: [height: number, width: number][]
}

/** A function that preprocesses encoded images. */
export interface ImageProcessor {
  /**
   * Decodes and preprocesses images. `images`: the bytes of one image file or of several, as a Buffer or Uint8Array.
   * The bytes must not be changed before the result is there.
   *
   * Rejects with INVALID_ARGUMENT, for anything else; BAD_SAMPLE, for bytes that are no image; INVALID_INPUT, when
   * images differ in size because the config does not make them equal; PIPELINE_CLOSED, after close().
   */
  (images: Uint8Array | readonly Uint8Array[]): Promise<ImageProcessorResult>
  /** Waits for calls that are running, and ends the threads. Results stay valid. A second call does nothing. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

function checkImages(images: unknown): Uint8Array[] {
  const list = images instanceof Uint8Array ? [images] : images
  if (!Array.isArray(list) || list.length === 0) {
    throw invalidArgument(`Expected the bytes of one or more image files but received ${shown(images)}`)
  }
  const wrong = list.findIndex((item) => !(item instanceof Uint8Array))
  if (wrong < 0) return list
  throw invalidArgument(
    `Expected the bytes of an image file, as a Buffer or Uint8Array, but received ${shown(list[wrong])} (image ${wrong})`,
    'The files themselves are decoded here: read them with readFile(), without RawImage',
  )
}

/** Preprocesses one batch in the current context. */
async function processBatch(images: Uint8Array[], steps: ImageSteps, toTensor: (values: Batch) => Tensor) {
  const encoded = asBatch(images)
  const shape = ops.peekImageShape(encoded)
  const values = preprocessed(library, encoded, steps, shape)
  const [sizes] = await Promise.all([shape.asTensor().data(), values.evaluate()])
  const pixel_values = toTensor(values)
  const [height, width] = pixel_values.dims.slice(-2) as [number, number]
  return {
    pixel_values,
    original_sizes: images.map((_, i): [number, number] => [Number(sizes[3 * i]), Number(sizes[3 * i + 1])]),
    reshaped_input_sizes: images.map((): [number, number] => [height, width]),
  }
}

/** Makes an image processor of checked steps. `toTensor` makes the library's tensor of the result. */
export function imageProcessorOf(
  steps: ImageSteps,
  { numThreads }: ImageProcessorOptions,
  toTensor: (values: Batch) => Tensor,
): ImageProcessor {
  const context = new EvalContext({ numThreads, device: 'cpu' })
  let ending: Promise<void> | undefined
  const running = new Set<Promise<unknown>>()
  const run = async (images: Uint8Array | readonly Uint8Array[]): Promise<ImageProcessorResult> => {
    if (ending) throw closed('The image processor', { hint: 'Make another one' })
    const list = checkImages(images)
    const work = context.run(() => processBatch(list, steps, toTensor))
    running.add(work)
    try {
      return await work
    } finally {
      running.delete(work)
    }
  }
  const close = () => {
    ending ??= Promise.allSettled(running).then(() => context[Symbol.asyncDispose]())
    return ending
  }
  return Object.assign(run, { close, [Symbol.asyncDispose]: close })
}
