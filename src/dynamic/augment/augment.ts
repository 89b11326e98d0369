// nd.autoAug: the policies on data, and nd.augment: mixing within a batch. What they do is in src/augment.

import { type Augmentation, type AugmentationName, augmentations } from '../../augment/augmentations.js'
import * as policies from '../../augment/auto-aug.js'
import { type CopyPasteOptions, copyPaste, type GivenObjects } from '../../augment/copy-paste.js'
import type { FieldOptions, Given, Moved } from '../../augment/fields.js'
import { applyGeometry, type GeometryOperator } from '../../augment/geometry.js'
import type { Kit, Value } from '../../augment/kit.js'
import * as mixing from '../../augment/mixing.js'
import { type MosaicOptions, mosaic } from '../../augment/mosaic.js'
import { isPlain } from '../../definition/context.js'
import { shown } from '../../errors/words.js'
import { argError } from '../../graph/schema.js'
import { RNG } from '../context/random.js'
import { calledAt } from '../operators/arithmetic.js'
import type { Entry } from '../operators/invoke.js'
import { batchOf } from '../values/data.js'
import { Batch, Tensor } from '../values/tensor.js'
import { dynamicKit } from './dynamic-kit.js'

/** Options of random functions on data. */
export interface Drawing {
  /** The generator to draw from. Default: getDefaultRng(), which nd.random.setSeed() seeds. */
  rng?: RNG | undefined
}

type Samples = Batch | Tensor
type Images = Samples | Given<Samples>
type Run = (kit: Kit, given: unknown, options: never) => unknown

/** The kit of a call over as many samples as the batch has. */
function kitOf(op: string, entry: Entry, images: unknown, options: Drawing): Kit {
  const rng = options?.rng
  if (rng !== undefined && !(rng instanceof RNG)) {
    throw argError(calledAt(op, entry), `Expected an RNG for rng but received ${shown(rng)}`, 'new nd.random.RNG(seed)')
  }
  return dynamicKit(op, entry, images instanceof Batch ? images.length : 1, rng)
}

/** Runs a policy on batches. Tensors are batches of one sample. */
function applied<T>(op: string, entry: Entry, given: T, options: Drawing, run: Run): Moved<T> {
  const fields: Record<string, unknown> = isPlain(given) ? given : { images: given }
  const single = fields.images instanceof Tensor
  const batches = Object.fromEntries(
    Object.entries(fields).map(([name, x]) => [name, x instanceof Tensor ? batchOf([x], {}, 'wrap', op) : x]),
  )
  const kit = kitOf(op, entry, batches.images, options)
  const result = run(kit, isPlain(given) ? batches : batches.images, options as never)
  const back = (x: unknown) => (single ? (x as Batch).at(0) : x)
  if (!isPlain(given)) return back(result) as Moved<T>
  return Object.fromEntries(Object.entries(result as object).map(([name, x]) => [name, back(x)])) as Moved<T>
}

/**
 * Automatic augmentation policies on data: each sample gets augmentations of its own, and only what was drawn for a sample
 * runs. A call waits until the images are there. Errors: INVALID_ARGUMENT, for wrong images or options.
 */
export const autoAug = {
  /** Draws one of a policy's sub-policies for each sample, a list of steps with a chance and a magnitude each. */
  autoAugment<T extends Images>(images: T, options: policies.AutoAugmentOptions<Batch> & Drawing = {}): Moved<T> {
    return applied('autoAug.autoAugment', autoAug.autoAugment, images, options, policies.autoAugment)
  },
  /** Applies `n` augmentations in turn, each drawn anew for each sample, with one magnitude `m` for all. */
  randAugment<T extends Images>(images: T, options: policies.RandAugmentOptions<Batch> & Drawing = {}): Moved<T> {
    return applied('autoAug.randAugment', autoAug.randAugment, images, options, policies.randAugment)
  },
  /** Applies one augmentation with one magnitude, both drawn anew for each sample. */
  trivialAugmentWide<T extends Images>(images: T, options: policies.SuiteOptions<Batch> & Drawing = {}): Moved<T> {
    return applied(
      'autoAug.trivialAugmentWide',
      autoAug.trivialAugmentWide,
      images,
      options,
      policies.trivialAugmentWide,
    )
  },
  /** The augmentations of the package by name, for lists of your own. */
  augmentations: augmentations as unknown as Readonly<Record<AugmentationName, Augmentation<Batch>>>,
}

type Mixed = [images: Batch, labels: Batch]
type Mix = (kit: Kit, images: Value, labels: Value, options: never) => unknown

function mixed(op: string, entry: Entry, mix: Mix, images: Batch, labels: Batch, options: Drawing): Mixed {
  const kit = kitOf(op, entry, images, options)
  return mix(kit, images as unknown as Value, labels as unknown as Value, options as never) as Mixed
}

/**
 * Mixing within a batch: each sample is joined with others of its batch. Images of mixUp and cutMix have one size. Errors: INVALID_ARGUMENT, for
 * wrong values or options.
 */
export const augment = {
  /** The weighted sum of each image and a partner, and of their labels: `[images, soft labels]`. */
  mixUp(images: Batch, labels: Batch, options: mixing.MixOptions<Batch> & Drawing = {}): Mixed {
    return mixed('augment.mixUp', augment.mixUp, mixing.mixUp, images, labels, options)
  },
  /** Each image with a window of a partner's, and labels by the shares of the area: `[images, soft labels]`. */
  cutMix(images: Batch, labels: Batch, options: mixing.CutMixOptions<Batch> & Drawing = {}): Mixed {
    return mixed('augment.cutMix', augment.cutMix, mixing.cutMix, images, labels, options)
  },
  /** Each image with those of three partners around a point that is drawn. Boxes, labels, masks and points go along. */
  mosaic<T extends Images>(images: T, options: MosaicOptions<Batch> & Drawing = {}): Moved<T> {
    return applied('augment.mosaic', augment.mosaic, images, options, mosaic as Run)
  },
  /** Puts objects of a partner over each image, cut out by their masks. Boxes are made anew; hidden objects are dropped. */
  copyPaste<T extends GivenObjects<Samples>>(fields: T, options: CopyPasteOptions<Batch> & Drawing = {}): Moved<T> {
    return applied('augment.copyPaste', augment.copyPaste, fields, options, copyPaste as Run)
  },
}

/** Geometric operators on images with boxes, labels, masks and points that go along. Errors: INVALID_ARGUMENT. */
export const geometry = {
  /** Applies an operator to images and masks, and moves boxes, labels and points along, as in a definition. */
  apply<T extends Given<Samples>>(
    fields: T,
    operator: GeometryOperator,
    args: Readonly<Record<string, unknown>> = {},
    options: FieldOptions & Drawing = {},
  ): Moved<T> {
    const run = (kit: Kit, given: unknown) => applyGeometry(kit, given as Given, operator, args, options)
    return applied('geometry.apply', geometry.apply, fields, options, run)
  },
}
