// Everything that `import ... from 'penstock-data/transformers'` offers: outputs as tensors of @huggingface/transformers
// without a copy, and its image preprocessing by penstock's operators. The library is no dependency: the class is that of
// the package that the user has installed.
import type { Tensor } from '@huggingface/transformers'
import { fn } from './api/fn.js'
import { math } from './api/math.js'
import type { DataNode } from './definition/node.js'
import { invalidArgument } from './errors/factories.js'
import { shown } from './errors/words.js'
import { type Dense, denseOf, type Samples } from './frameworks/dense.js'
import { imageSteps, type PreprocessorConfig } from './frameworks/image-config.js'
import { type ImageProcessor, type ImageProcessorOptions, imageProcessorOf } from './frameworks/image-processor.js'
import { type Library, preprocessed } from './frameworks/image-steps.js'
import { type TensorClass, tensorClass } from './frameworks/tensor-class.js'

export type { HeightWidth, PreprocessorConfig } from './frameworks/image-config.js'
export type { ImageProcessor, ImageProcessorOptions, ImageProcessorResult } from './frameworks/image-processor.js'
export type { ImageInput, RawImageLike } from './frameworks/raw-image.js'

/**
 * An output of a pipeline, or a value of imperative mode, as a Tensor of @huggingface/transformers, for a model:
 * `model({ pixel_values: toTransformers(images) })`.
 *
 * The shape is [N, ...shape of a sample] for a batch (a TensorList or a Batch), and that of the tensor for a single
 * one. The dtype is the same; float16 is made of its bits. Nothing is copied: the result has the output's memory, which
 * stays valid as long as the result is referenced, unless the batch is released before. An output on the GPU is copied
 * to the host, and the thread is blocked meanwhile: `toTransformers(await output.toCpu())` does not block it.
 *
 * `Tensor`: the library's class. By default that of the module that is loaded; Node.js before 20.19, and 22 before
 * 22.12, cannot find it for an ES module.
 *
 * Errors: INVALID_INPUT, when the samples of a batch differ in shape; UNSUPPORTED, when the library is not installed or
 * its class is not found; OUTPUT_RELEASED, after release().
 */
export function toTransformers(output: Dense | Samples, { Tensor }: { Tensor?: TensorClass | undefined } = {}): Tensor {
  const tensor = denseOf(output)
  const Class = Tensor ?? tensorClass()
  return new Class(tensor.dtype, tensor.dataSync(), [...tensor.shape])
}

/**
 * An image processor with the interface of those of @huggingface/transformers, made from the content of a
 * `preprocessor_config.json`. Images are decoded, resized, cropped and normalised by penstock's operators, on threads of
 * the processor's own: `const { pixel_values } = await processor([bytes, ...])`. It takes images of the library's class
 * RawImage too, which are decoded already. `close()`, or the end of an `await using`
 * block, ends the threads.
 *
 * pixel_values: float32, [N, 3, height, width], without a copy. docs/guides/frameworks.md says how near it is to the library's
 * own.
 *
 * Errors: INVALID_ARGUMENT, for a field or option with a wrong value; UNSUPPORTED, for a config that asks for steps which
 * are not followed here, such as padding, and for the class of an image processor that has such steps.
 */
export function imageProcessor(config: PreprocessorConfig, options: ImageProcessorOptions = {}): ImageProcessor {
  const steps = imageSteps(config)
  for (const name of Object.keys(options)) {
    if (name === 'numThreads' || name === 'Tensor') continue
    throw invalidArgument(`Expected numThreads or Tensor as an option but received ${shown(name)}`)
  }
  return imageProcessorOf(steps, options, (values) => toTransformers(values, options))
}

/**
 * The steps of `imageProcessor(config)` in the definition of a pipeline: decodes and preprocesses `encoded`, the bytes
 * of image files. Gives float32, layout CHW, for `toTransformers()`.
 *
 * Errors: as imageProcessor(), and those of fn.* outside of a definition.
 */
export function preprocess(encoded: DataNode, config: PreprocessorConfig): DataNode<'float32'> {
  const library = { ops: fn, math } as unknown as Library<DataNode>
  return preprocessed(library, encoded, imageSteps(config)) as DataNode<'float32'>
}
