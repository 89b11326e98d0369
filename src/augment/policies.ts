// The suites of augmentations and the policies of the papers, as data. E. Cubuk et al., "AutoAugment" (2018,
// arXiv:1805.09501) and "RandAugment" (2019, arXiv:1909.13719); S. Müller and F. Hutter, "TrivialAugment" (2021,
// arXiv:2103.10158). Ranges of magnitudes are those of NVIDIA DALI's module auto_aug.

import type { DataNode } from '../definition/node.js'

import { type Augmentation, type AugmentationName, augmentations } from './augmentations.js'

/** One step of a sub-policy: the augmentation's name, the chance that it is applied, and the bin of its magnitude. */
export type PolicyStep = readonly [augmentation: string, probability: number, magnitudeBin: number | null]

/** A policy of AutoAugment, as data: one of its sub-policies is drawn for each sample, whose steps are taken in turn. */
export interface Policy<V = DataNode> {
  /** Number of bins that ranges of magnitudes are divided into. */
  readonly numMagnitudeBins: number
  /** Lists of steps; a list may have one step or several. */
  readonly subPolicies: readonly (readonly PolicyStep[])[]
  /** Own augmentations, and those with other ranges, by the names that steps call them. Default: those of 'imageNet'. */
  readonly augmentations?: readonly Augmentation<V>[]
}

/** How far translations go at most: in pixels, or as fractions where the images' shape is given. */
export interface Translation {
  readonly height: number
  readonly width: number
}

type Change = Partial<Pick<Augmentation, 'magnitudeRange' | 'randomlyNegate' | 'toParameter'>>
type Range = readonly [number, number]

const changed = (name: AugmentationName, change: Change): Augmentation => ({ ...augmentations[name], ...change })

/** An augmentation with another range. */
const ranged = (name: AugmentationName, magnitudeRange: Range): Augmentation => changed(name, { magnitudeRange })

/** A factor whose magnitude is the factor itself, so that it is weakest in the middle of the range. */
const absolute = (name: AugmentationName): Augmentation => ({
  ...augmentations[name],
  ...{ magnitudeRange: [0.1, 1.9], randomlyNegate: false },
  toParameter: (magnitude: number) => augmentations[name].toParameter!(magnitude - 1),
})

const translations = ({ height, width }: Translation): Augmentation[] => [
  ranged('translateX', [0, width]),
  ranged('translateY', [0, height]),
]

/** What every suite has besides: these have no magnitude. */
const plain = [augmentations.equalize, augmentations.autoContrast, augmentations.identity]
const factors = ['brightness', 'contrast', 'color', 'sharpness'] as const

/** The augmentations of RandAugment. `monotonic`: a higher bin is a stronger change, for all of them. */
export function randAugmentSuite(monotonic: boolean, most: Translation): Augmentation[] {
  return [
    ...translations(most),
    ...[ranged('shearX', [0, 0.3]), ranged('shearY', [0, 0.3]), ranged('rotate', [0, 30])],
    ...factors.map((name) => (monotonic ? ranged(name, [0, 0.9]) : absolute(name))),
    ranged('posterize', monotonic ? [8, 4] : [0, 4]),
    ranged('solarize', monotonic ? [256, 0] : [0, 256]),
    ...plain,
  ]
}

/** The augmentations of TrivialAugment's wide space. */
export function trivialAugmentWideSuite(most: Translation): Augmentation[] {
  return [
    ...translations(most),
    ...[ranged('shearX', [0, 0.99]), ranged('shearY', [0, 0.99]), ranged('rotate', [0, 135])],
    ...factors.map((name) => ranged(name, [0.01, 0.99])),
    ...[ranged('posterize', [8, 2]), ranged('solarize', [256, 0])],
    ...plain,
  ]
}

/** The augmentations of AutoAugment's policies. */
export function autoAugmentSuite(most: Translation): Augmentation[] {
  return [
    ...translations(most),
    ...[ranged('shearX', [0, 0.3]), ranged('shearY', [0, 0.3]), ranged('rotate', [0, 30])],
    ...factors.map(absolute),
    ...[ranged('posterize', [0, 4]), ranged('solarize', [0, 256]), ranged('solarizeAdd', [0, 110])],
    augmentations.invert,
    ...plain,
  ]
}

/** The names of the policies that the papers found. */
export type PolicyName = 'imageNet' | 'reducedImageNet' | 'cifar10' | 'svhn'

/** Sub-policies as texts: steps are separated by commas, and have a name, a chance and a bin. */
const parsed = (text: string): PolicyStep[][] =>
  text
    .trim()
    .split('\n')
    .map((line) =>
      line
        .trim()
        .split(',')
        .map((step): PolicyStep => {
          const [name, chance, bin] = step.trim().split(' ')
          return [name!, Number(chance), bin === undefined ? null : Number(bin)]
        }),
    )

/** The sub-policies of each policy; each policy has 11 bins. */
export const subPolicies: Readonly<Record<PolicyName, PolicyStep[][]>> = {
  imageNet: parsed(`
    equalize 0.8, shearY 0.8 4
    color 0.4 9, equalize 0.6
    color 0.4 1, rotate 0.6 8
    solarize 0.8 3, equalize 0.4
    solarize 0.4 2, solarize 0.6 2
    color 0.2 0, equalize 0.8
    equalize 0.4, solarizeAdd 0.8 3
    shearX 0.2 9, rotate 0.6 8
    color 0.6 1, equalize 1
    invert 0.4, rotate 0.6 0
    equalize 1, shearY 0.6 3
    color 0.4 7, equalize 0.6
    posterize 0.4 6, autoContrast 0.4
    solarize 0.6 8, color 0.6 9
    solarize 0.2 4, rotate 0.8 9
    rotate 1 7, translateY 0.8 9
    solarize 0.8 4
    shearY 0.8 0, color 0.6 4
    color 1 0, rotate 0.6 2
    equalize 0.8
    equalize 1, autoContrast 0.6
    shearY 0.4 7, solarizeAdd 0.6 7
    posterize 0.8 2, solarize 0.6 10
    solarize 0.6 8, equalize 0.6
    color 0.8 6, rotate 0.4 5
  `),
  reducedImageNet: parsed(`
    posterize 0.4 8, rotate 0.6 9
    solarize 0.6 5, autoContrast 0.6
    equalize 0.8, equalize 0.6
    posterize 0.6 7, posterize 0.6 6
    equalize 0.4, solarize 0.2 4
    equalize 0.4, rotate 0.8 8
    solarize 0.6 3, equalize 0.6
    posterize 0.8 5, equalize 1
    rotate 0.2 3, solarize 0.6 8
    equalize 0.6, posterize 0.4 6
    rotate 0.8 8, color 0.4 0
    rotate 0.4 9, equalize 0.6
    equalize 0.8
    invert 0.6, equalize 1
    color 0.6 4, contrast 1 8
    rotate 0.8 8, color 1 2
    color 0.8 8, solarize 0.8 7
    sharpness 0.4 7, invert 0.6
    shearX 0.6 5, equalize 1
    color 0.4 0, equalize 0.6
    equalize 0.4, solarize 0.2 4
    solarize 0.6 5, autoContrast 0.6
    invert 0.6, equalize 1
    color 0.6 4, contrast 1 8
    equalize 0.8, equalize 0.6
  `),
  cifar10: parsed(`
    invert 0.1, contrast 0.2 6
    rotate 0.7 2, translateX 0.3 9
    sharpness 0.8 1, sharpness 0.9 3
    shearY 0.5 8, translateY 0.7 9
    autoContrast 0.5, equalize 0.9
    shearY 0.2 7, posterize 0.3 7
    color 0.4 3, brightness 0.6 7
    sharpness 0.3 9, brightness 0.7 9
    equalize 0.6, equalize 0.5
    contrast 0.6 7, sharpness 0.6 5
    color 0.7 7, translateX 0.5 8
    equalize 0.3, autoContrast 0.4
    translateY 0.4 3, sharpness 0.2 6
    brightness 0.9 6, color 0.2 8
    solarize 0.5 2
    equalize 0.2, autoContrast 0.6
    equalize 0.2, equalize 0.6
    color 0.9 9, equalize 0.6
    autoContrast 0.8, solarize 0.2 8
    brightness 0.1 3, color 0.7 0
    solarize 0.4 5, autoContrast 0.9
    translateY 0.9 9, translateY 0.7 9
    autoContrast 0.9, solarize 0.8 3
    equalize 0.8, invert 0.1
    translateY 0.7 9, autoContrast 0.9
  `),
  svhn: parsed(`
    shearX 0.9 4, invert 0.2
    shearY 0.9 8, invert 0.7
    equalize 0.6, solarize 0.6 6
    invert 0.9, equalize 0.6
    equalize 0.6, rotate 0.9 3
    shearX 0.9 4, autoContrast 0.8
    shearY 0.9 8, invert 0.4
    shearY 0.9 5, solarize 0.2 6
    invert 0.9, autoContrast 0.8
    equalize 0.6, rotate 0.9 3
    shearX 0.9 4, solarize 0.3 3
    shearY 0.8 8, invert 0.7
    equalize 0.9, translateY 0.6 6
    invert 0.9, equalize 0.6
    contrast 0.3 3, rotate 0.8 4
    invert 0.8
    shearY 0.7 6, solarize 0.4 8
    invert 0.6, rotate 0.8 4
    shearY 0.3 7, translateX 0.9 3
    shearX 0.1 6, invert 0.6
    solarize 0.7 2, translateY 0.6 7
    shearY 0.8 4, invert 0.8
    shearX 0.7 9, translateY 0.8 3
    shearY 0.8 5, autoContrast 0.7
    shearX 0.7 2, invert 0.1
  `),
}
