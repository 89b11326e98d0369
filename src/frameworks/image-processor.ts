// An image processor with the interface of those of @huggingface/transformers, whose work imperative mode does on threads
// of the processor's own.
import type { Tensor } from '@huggingface/transformers'
import { math } from '../dynamic/operators/math.js'
import { asBatch } from '../dynamic/values/data.js'
import type { Batch } from '../dynamic/values/tensor.js'
import { invalidArgument } from '../errors/factories.js'
import * as ops from '../generated/dynamic.js'
import type { ImageSteps } from './image-config.js'
import { type Library, preprocessed } from './image-steps.js'
import { OwnContext } from './own-context.js'
import { encodedImage, type ImageInput } from './raw-image.js'
import type { TensorClass } from './tensor-class.js'

const library = { ops, math } as unknown as Library<Batch>

export interface ImageProcessorOptions {
  /** Number of threads, from 1 to 100 per CPU. Default: that of imperative mode, getNumThreads(). */
  numThreads?: number | undefined
  /** The class Tensor of @huggingface/transformers. Default: that of the module that is loaded. */
  Tensor?: TensorClass | undefined
}

/** The result of an image processor, as in the library. */
export interface ImageProcessorResult {
  /** float32, [N, 3, height, width]. */
  pixel_values: Tensor
  /** Height and width of each image as it was, turned as its EXIF orientation says. */
  original_sizes: [height: number, width: number][]
  /** Height and width of each image in `pixel_values`. */
  reshaped_input_sizes: [height: number, width: number][]
}

/** A function that preprocesses images. */
export interface ImageProcessor {
  /**
   * Decodes and preprocesses images. `images`: one or several, each as the bytes of an image file (a Buffer or
   * Uint8Array), or as a RawImage of the library. Bytes must not be changed before the result is there; the pixels of a
   * RawImage are copied at once.
   *
   * Rejects with INVALID_ARGUMENT, for anything else, and for a RawImage with other channels than the config can take (1,
   * 3 or 4; with do_convert_rgb: false, 1 or 3); BAD_SAMPLE, for bytes that are no image; INVALID_INPUT, when
   * images differ in size because the config does not make them equal; PIPELINE_CLOSED, after close().
   */
  (images: ImageInput | readonly ImageInput[]): Promise<ImageProcessorResult>
  /** Waits for calls that are running, and ends the threads. Results stay valid. A second call does nothing. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The images as bytes of files. */
function checkImages(images: unknown, steps: ImageSteps): Uint8Array[] {
  const list = Array.isArray(images) ? images : [images]
  if (list.length === 0) throw invalidArgument('Expected one or more images but received []')
  return list.map((image, i) => encodedImage(image, steps.colors === 'any', i))
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
  const context = new OwnContext(numThreads)
  const run = (images: ImageInput | readonly ImageInput[]): Promise<ImageProcessorResult> =>
    context.run(
      () => checkImages(images, steps),
      (list) => processBatch(list, steps, toTensor),
    )
  const close = () => context.close()
  return Object.assign(run, { close, [Symbol.asyncDispose]: close })
}
