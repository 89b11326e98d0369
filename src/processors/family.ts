// What a file in families/ exports: classes, and the program that they make of a config.

import type { NumberArray } from './arrays.js'
import type { Config, ImageClass } from './config.js'
import type { Labels } from './labels/labels.js'
import type { Box } from './post/pose-boxes.js'
import type { PostProcesses } from './post/post-process.js'
import type { Program } from './program.js'

export type Crops = (pixels: readonly NumberArray[], boxes: readonly (readonly Box[])[]) => Record<string, NumberArray>

export interface Family {
  readonly classes: readonly (ImageClass & { readonly backends?: readonly Config['backend'][] })[]
  program(config: Config): Program
  /** What the class of this name does with the outputs of its model. */
  postProcess?(name: string): PostProcesses
  /** What the class makes of annotations or maps beside images. */
  readonly labels?: Labels
  /** What makes outputs of boxes in images, in place of the program. `pixels`: uint8 in rows, RGB. */
  crops?(config: Config): Crops | undefined
  /** The config by which maps of classes are processed as images are, where that is how the class makes labels. */
  maps?(config: Config): Config | undefined
}

/** Means and standard deviations that several classes have as defaults. */
export const imagenet = { image_mean: [0.485, 0.456, 0.406], image_std: [0.229, 0.224, 0.225] }
export const half = { image_mean: [0.5, 0.5, 0.5], image_std: [0.5, 0.5, 0.5] }
export const clip = {
  image_mean: [0.48145466, 0.4578275, 0.40821073],
  image_std: [0.26862954, 0.26130258, 0.27577711],
}
export const filter = { nearest: 0, lanczos: 1, bilinear: 2, bicubic: 3 } as const

/** do_ fields that are true. */
export const does = (...names: string[]): Record<string, boolean> =>
  Object.fromEntries(names.map((name) => [`do_${name}`, true]))

/** The steps of nearly all classes. */
export const usual = does('resize', 'rescale', 'normalize')
