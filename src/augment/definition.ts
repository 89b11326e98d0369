// `autoAug` and `augment` for definitions of pipelines.

import type { DataNode } from '../definition/node.js'
import { callSite } from '../errors/call-site.js'
import { shown } from '../errors/words.js'
import { argError } from '../graph/schema.js'
import { type Augmentation, type AugmentationName, augmentations } from './augmentations.js'
import * as policies from './auto-aug.js'
import { type CopyPasteOptions, copyPaste, type GivenObjects } from './copy-paste.js'
import { definitionKit } from './definition-kit.js'
import type { FieldOptions, Given, Moved } from './fields.js'
import { applyGeometry, type GeometryOperator } from './geometry.js'
import type { Kit } from './kit.js'
import * as mixing from './mixing.js'
import { type MosaicOptions, mosaic } from './mosaic.js'

/** Options of random functions in a definition. */
export interface Seeded {
  /** Seed of the draws, an integer >= 0. Default: -1, which derives it from the pipeline's. */
  seed?: number
}

type Images = DataNode | Given<DataNode>

function kitOf(op: string, options: Seeded, entry: (...args: never[]) => unknown): Kit {
  const site = callSite(entry)
  const seed = options?.seed
  if (seed !== undefined && !(Number.isSafeInteger(seed) && seed >= -1))
    throw argError({ op, callSite: site }, `Expected an integer >= 0 (or -1) for seed but received ${shown(seed)}`)
  return definitionKit(op, site, seed === -1 ? undefined : seed)
}

/**
 * Automatic augmentation policies: each sample gets augmentations of its own, and only what was drawn for a sample runs.
 * Images are uint8 in HWC, or sequences in FHWC, whose frames are augmented alike.
 *
 * Errors: INVALID_ARGUMENT, for wrong images or options.
 */
export const autoAug = {
  /** Draws one of a policy's sub-policies for each sample, a list of steps with a chance and a magnitude each. */
  autoAugment<T extends Images>(images: T, options: policies.AutoAugmentOptions & Seeded = {}): Moved<T> {
    return policies.autoAugment(kitOf('autoAug.autoAugment', options, autoAug.autoAugment), images, options)
  },
  /** Applies `n` augmentations in turn, each drawn anew for each sample, with one magnitude `m` for all. */
  randAugment<T extends Images>(images: T, options: policies.RandAugmentOptions & Seeded = {}): Moved<T> {
    return policies.randAugment(kitOf('autoAug.randAugment', options, autoAug.randAugment), images, options)
  },
  /** Applies one augmentation with one magnitude, both drawn anew for each sample. */
  trivialAugmentWide<T extends Images>(images: T, options: policies.SuiteOptions & Seeded = {}): Moved<T> {
    return policies.trivialAugmentWide(
      kitOf('autoAug.trivialAugmentWide', options, autoAug.trivialAugmentWide),
      images,
      options,
    )
  },
  /** The augmentations of the package by name, for lists of your own: `{ ...autoAug.augmentations.rotate, magnitudeRange: [0, 10] }`. */
  augmentations: augmentations as Readonly<Record<AugmentationName, Augmentation>>,
}

/**
 * Mixing within a batch: each sample is joined with others of its batch. Images of mixUp and cutMix have one size. These functions
 * stand outside of branches. Errors: INVALID_ARGUMENT, for wrong values or options; INVALID_INPUT when the pipeline runs, for images of
 * different sizes.
 */
export const augment = {
  /** The weighted sum of each image and a partner, and of their labels: `[images, soft labels]`. */
  mixUp(images: DataNode, labels: DataNode, options: mixing.MixOptions & Seeded = {}): [DataNode, DataNode] {
    return mixing.mixUp(kitOf('augment.mixUp', options, augment.mixUp), images, labels, options)
  },
  /** Each image with a window of a partner's, and labels by the shares of the area: `[images, soft labels]`. */
  cutMix(images: DataNode, labels: DataNode, options: mixing.CutMixOptions & Seeded = {}): [DataNode, DataNode] {
    return mixing.cutMix(kitOf('augment.cutMix', options, augment.cutMix), images, labels, options)
  },
  /**
   * Each image with those of three partners around a point that is drawn, as YOLO's trainers put them together. Boxes, labels, masks
   * and points go along.
   */
  mosaic<T extends Images>(images: T, options: MosaicOptions<DataNode> & Seeded = {}): Moved<T> {
    return mosaic(kitOf('augment.mosaic', options, augment.mosaic), images, options)
  },
  /**
   * Puts objects of a partner over each image, cut out by their masks. Boxes are made anew from the masks; objects of which little
   * is left are dropped with their labels.
   */
  copyPaste<T extends GivenObjects<DataNode>>(fields: T, options: CopyPasteOptions<DataNode> & Seeded = {}): Moved<T> {
    return copyPaste(kitOf('augment.copyPaste', options, augment.copyPaste), fields, options)
  },
}

/** Geometric operators on images with boxes, labels, masks and points that go along. Errors: INVALID_ARGUMENT. */
export const geometry = {
  /**
   * Applies an operator to images and masks, and moves boxes, labels and points along: `geometry.apply({ images, boxes },
   * 'rotate', { angle: 10 })`. `args` are the operator's; of crop they are crop, cropPosX,
   * cropPosY, padding and, for pixels beyond the image, fillValues.
   */
  apply<T extends Given<DataNode>>(
    fields: T,
    operator: GeometryOperator,
    args: Readonly<Record<string, unknown>> = {},
    options: FieldOptions & Seeded = {},
  ): Moved<T> {
    return applyGeometry(kitOf('geometry.apply', options, geometry.apply), fields, operator, args, options)
  },
}
