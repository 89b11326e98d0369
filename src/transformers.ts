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
import { type Processors, processorsOf } from './frameworks/processor.js'
import { type TensorClass, tensorClass } from './frameworks/tensor-class.js'
import { processorSteps } from './processors/pipeline.js'
import { processorOf } from './processors/processor.js'

export type { HeightWidth, PreprocessorConfig } from './frameworks/image-config.js'
export type { ImageProcessor, ImageProcessorOptions, ImageProcessorResult } from './frameworks/image-processor.js'
export type { CocoAnnotations, LabelledResult, LabelOptions } from './frameworks/labels.js'
export type {
  Boxes,
  Detections,
  MaskOptions,
  ModelOutput,
  ModelOutputs,
  Pose,
  PostProcessing,
  SegmentOptions,
  Segments,
  Sizes,
} from './frameworks/post-process.js'
export type { ProcessorResult, Processors } from './frameworks/processor.js'
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

/** Options of imageProcessor() with the numbers of Python's transformers. */
export interface LikeTransformers extends ImageProcessorOptions {
  /** Whose numbers: those of Python's transformers. */
  like: 'transformers'
  /**
   * Which of the two classes of a name: 'torchvision' works on tensors (also called Fast), 'pil' on images of Pillow (also called
   * slow). Their pixels differ. Default: 'torchvision', as AutoImageProcessor of transformers 5 chooses it, unless the config's
   * name ends in Pil.
   */
  backend?: 'torchvision' | 'pil' | undefined
}

/** Options of imageProcessor() with the numbers of transformers.js. */
export interface LikeTransformersJs extends ImageProcessorOptions {
  /** Whose numbers. Default: those of @huggingface/transformers. */
  like?: 'transformers.js' | undefined
}

/**
 * An image processor made from the content of a `preprocessor_config.json`. Images are decoded, resized, cropped and normalised by
 * penstock's operators, on threads of the processor's own: `const { pixel_values } = await processor([bytes, ...])`. It takes images of
 * the class RawImage of @huggingface/transformers too, which are decoded already. `close()`, or the end of an `await using`
 * block, ends the threads.
 *
 * With `like: 'transformers'` it gives what Python's transformers gives, all outputs, bit for bit; docs/guides/processors.md has the
 * classes. It also takes a `processor_config.json`. Otherwise it has the interface of the processors of @huggingface/transformers:
 * pixel_values is float32, [N, 3, height, width], without a copy, and docs/guides/frameworks.md says how near it is to the library's own.
 *
 * Errors: INVALID_ARGUMENT, for a field or option with a wrong value; UNSUPPORTED, for a config that asks for steps which
 * are not followed here, and for classes and fields that are not known.
 */
export function imageProcessor(config: PreprocessorConfig, options: LikeTransformers): Processors
export function imageProcessor(config: PreprocessorConfig, options?: LikeTransformersJs): ImageProcessor
export function imageProcessor(
  config: PreprocessorConfig,
  options: LikeTransformers | LikeTransformersJs = {},
): ImageProcessor | Processors {
  const toTensor = (value: Dense | Samples) => toTransformers(value, options)
  if (isLikeTransformers(options)) {
    checkNames(options, ['like', 'backend', 'numThreads', 'Tensor'])
    return processorsOf(processorOf(config, options.backend), options, toTensor)
  }
  const steps = imageSteps(config)
  checkNames(options, ['like', 'numThreads', 'Tensor'])
  return imageProcessorOf(steps, options, toTensor)
}

function isLikeTransformers<T extends { like: 'transformers' }>(options: T | { like?: unknown }): options is T {
  const { like = 'transformers.js' } = options
  if (like === 'transformers' || like === 'transformers.js') return like === 'transformers'
  throw invalidArgument(`Expected 'transformers' or 'transformers.js' for like but received ${shown(like)}`)
}

function checkNames(options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue
    const names = [known.slice(0, -1).join(', '), known.at(-1)].filter(Boolean).join(' or ')
    throw invalidArgument(`Expected ${names} as an option but received ${shown(name)}`)
  }
}

/** Options of preprocess() with the numbers of Python's transformers. */
export interface StepsLikeTransformers {
  /** Whose numbers: those of Python's transformers. */
  like: 'transformers'
  /** Which of the two classes of a name; as for imageProcessor(). */
  backend?: 'torchvision' | 'pil' | undefined
  /** Where files are decoded, and pixels worked on: 'gpu' decodes on 'mixed'. Default: 'cpu'. Not together with `decoded`. */
  device?: 'cpu' | 'gpu' | undefined
  /** The input has images, uint8, HWC, RGB, in place of files; the steps run where these are. Default: false. */
  decoded?: boolean | undefined
}

/** The outputs of an image processor in a pipeline, by name. Phi-4 multimodal alone has no pixel_values but input_image_embeds. */
export interface ProcessorNodes {
  readonly [name: string]: DataNode
  readonly pixel_values: DataNode
}

/** Options of preprocess() with the numbers of transformers.js. */
export interface StepsLikeTransformersJs {
  /** Whose numbers. Default: those of @huggingface/transformers. */
  like?: 'transformers.js' | undefined
}

/**
 * The steps of `imageProcessor(config)` in the definition of a pipeline: decodes and preprocesses `encoded`, the bytes
 * of image files. Gives float32, layout CHW, for `toTransformers()`.
 *
 * With `like: 'transformers'` it gives the outputs of the class by name, as a definition may return them: a sample for each image, with the
 * bytes of `imageProcessor(config, { like: 'transformers' })` for that image, but without the first axis where the class stacks images. What
 * a class fills up to the largest image of its batch, this does to the largest of the pipeline's batch.
 *
 * Errors: as imageProcessor(), and those of fn.* outside of a definition; UNSUPPORTED also for a class that needs more than images.
 */
export function preprocess(
  encoded: DataNode,
  config: PreprocessorConfig,
  options: StepsLikeTransformers,
): ProcessorNodes
export function preprocess(
  encoded: DataNode,
  config: PreprocessorConfig,
  options?: StepsLikeTransformersJs,
): DataNode<'float32'>
export function preprocess(
  encoded: DataNode,
  config: PreprocessorConfig,
  options: StepsLikeTransformers | StepsLikeTransformersJs = {},
): DataNode<'float32'> | ProcessorNodes {
  if (isLikeTransformers(options)) {
    checkNames(options, ['like', 'backend', 'device', 'decoded'])
    return processorSteps(encoded, config, options) as ProcessorNodes
  }
  checkNames(options, ['like'])
  const library = { ops: fn, math } as unknown as Library<DataNode>
  return preprocessed(library, encoded, imageSteps(config)) as DataNode<'float32'>
}
