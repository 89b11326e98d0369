// What image processors do with the outputs of models, as methods. They compute on the calling thread, as those of transformers.js.
import type { Tensor } from '@huggingface/transformers'
import { unsupported } from '../errors/factories.js'
import { isArray, type NumberArray } from '../processors/arrays.js'
import { type Options, ran } from '../processors/post/post-process.js'
import type { Processor } from '../processors/processor.js'

/** An output of a model: float32 in row-major order, such as a Tensor of @huggingface/transformers or of ONNX Runtime. */
export interface ModelOutput {
  readonly data: ArrayLike<unknown> | ArrayBufferView
  readonly dims: readonly number[]
}
export type ModelOutputs = Readonly<Record<string, ModelOutput>>

/** [height, width] of each image, or a tensor of them, such as original_sizes of a processor's result. */
export type Sizes = readonly (readonly [height: number, width: number])[] | ModelOutput

/** Of VitPose: [x, y, width, height] in pixels, a list for each image. */
export type Boxes = readonly (readonly (readonly number[])[])[]

/** What a detector has found in an image. */
export interface Detections {
  /** float32, from 0 to 1. */
  scores: Tensor
  /** int64: classes. */
  labels: Tensor
  /** float32, [n, 4]: left, top, right and bottom, in pixels of the target size, or from 0 to 1 without one. */
  boxes: Tensor
}

export interface Segments {
  /** [height, width]: the id of the segment of each pixel; -1 or 0: none. Run lengths or a mask for each segment where the options ask for them. */
  segmentation: Tensor | number[][]
  segments_info: { id: number; label_id: number; was_fused: boolean; score: number }[]
}

/** What VitPose has found for a box. */
export interface Pose {
  /** float32, [n, 2]: x and y in pixels of the image. */
  keypoints: Tensor
  scores: Tensor
  labels: Tensor
  bbox: Tensor
}

export interface SegmentOptions {
  threshold?: number
  maskThreshold?: number
  overlapMaskAreaThreshold?: number
  targetSizes?: Sizes
}

export interface MaskOptions {
  /** Of the files, as the processor gives them. */
  originalSizes: Sizes
  /** Of SAM: as the processor gives them. */
  reshapedInputSizes?: Sizes
  /** Default: 0. */
  maskThreshold?: number
  /** Whether masks are bool in place of float32. Default: true. */
  binarize?: boolean
  padSize?: { height: number; width: number }
  maxHoleArea?: number
  maxSprinkleArea?: number
  applyNonOverlappingConstraints?: boolean
}

/**
 * Methods of the class for what comes after its model, with the defaults and results of Python's transformers: integers are equal, floats
 * within a few ulp. `outputs`: the model's outputs by their names. Results have the names that they have there, one for each image.
 *
 * Errors: UNSUPPORTED, for a method that the class does not have; INVALID_ARGUMENT, for outputs and options that it cannot take.
 */
export interface PostProcessing {
  /** Needs logits and pred_boxes. `topK` is for ConditionalDetr and DeformableDetr, `useFocalLoss` for RTDetr. */
  postProcessObjectDetection(
    outputs: ModelOutputs,
    options?: { threshold?: number; targetSizes?: Sizes; topK?: number; useFocalLoss?: boolean },
  ): Detections[]
  /** A class for each pixel, int64, [height, width]; with `returnSegmentationScores` beside the scores of all classes. */
  postProcessSemanticSegmentation(
    outputs: ModelOutputs,
    options?: { targetSizes?: Sizes; returnSegmentationScores?: false },
  ): Tensor[]
  postProcessSemanticSegmentation(
    outputs: ModelOutputs,
    options: { targetSizes?: Sizes; returnSegmentationScores: boolean },
  ): { segmentation: Tensor; segmentation_scores: Tensor }[]
  postProcessInstanceSegmentation(
    outputs: ModelOutputs,
    options?: SegmentOptions & { returnCocoAnnotation?: boolean; returnBinaryMaps?: boolean },
  ): Segments[]
  postProcessPanopticSegmentation(
    outputs: ModelOutputs,
    options?: SegmentOptions & { labelIdsToFuse?: readonly number[] | ReadonlySet<number> },
  ): Segments[]
  /** Needs predicted_depth, [n, height, width]. */
  postProcessDepthEstimation(outputs: ModelOutputs, options?: { targetSizes?: Sizes }): { predicted_depth: Tensor }[]
  /** Needs heatmaps of the boxes that the processor was given; `threshold`: keypoints with larger scores come. */
  postProcessPoseEstimation(
    outputs: ModelOutputs,
    options: {
      boxes: Boxes
      kernelSize?: number
      threshold?: number
      targetSizes?: Sizes
    },
  ): Pose[][]
  /** `masks`: [prompts, masks, height, width] for each image, or one tensor of five axes. */
  postProcessMasks(masks: ModelOutput | readonly ModelOutput[], options: MaskOptions): Tensor[]
}

const methods = [
  ...['ObjectDetection', 'SemanticSegmentation', 'InstanceSegmentation', 'PanopticSegmentation', 'DepthEstimation'],
  ...['PoseEstimation', 'Masks'],
]

/** A tree whose arrays became tensors. */
export function mapped(tree: unknown, toTensor: (array: NumberArray) => Tensor): unknown {
  if (isArray(tree)) return toTensor(tree)
  if (Array.isArray(tree)) return tree.map((one) => mapped(one, toTensor))
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, mapped(value, toTensor)]))
}

/** `toTensor` makes the tensors of results. */
export function postProcessing(processor: Processor, toTensor: (array: NumberArray) => Tensor): PostProcessing {
  const { name, config, postProcesses } = processor
  const method = (task: string) => {
    const post = postProcesses[task[0]!.toLowerCase() + task.slice(1)]
    return (outputs: unknown, options: Options = {}) => {
      if (!post) {
        const own = Object.keys(postProcesses).map((key) => `postProcess${key[0]!.toUpperCase()}${key.slice(1)}()`)
        throw unsupported(
          `Expected ${own.join(' or ') || 'no post-processing'} of ${name} but received postProcess${task}()`,
        )
      }
      return mapped(ran(post, task === 'Masks' ? { masks: outputs } : outputs, options, config), toTensor)
    }
  }
  return Object.fromEntries(methods.map((task) => [`postProcess${task}`, method(task)])) as unknown as PostProcessing
}
