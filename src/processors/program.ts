// What an image processor does with an image, as data. Families make programs of configs; plan.ts computes the numbers of
// one image, and record.ts writes the operators down, once for pipelines and imperative mode.
import type { DType } from '../generated/abi.js'

/** Height and width in pixels. */
export interface Size {
  readonly height: number
  readonly width: number
}

/** A part of an image in pixels. It may reach outside. */
export interface Window extends Size {
  readonly top: number
  readonly left: number
}

/**
 * The same for all images, or a function of an image's size where the step finds it, and of the file's. Constants cost
 * nothing at run time.
 */
export type Of<T> = T | ((at: Size, source: Size) => T)

/** One step on the pixels, which are uint8 in rows. */
export type Step =
  /** `resample`: other arguments than the program's. */
  | { readonly resize: Of<Size>; readonly resample?: Resample }
  /** `fill`: values outside of the image, one for all channels or one for each. Default: 0. */
  | { readonly window: Of<Window>; readonly fill?: readonly number[] }

/** How an image is cut: see the operator lookupTiles. */
export interface Tiles {
  readonly size: Size
  readonly group?: number
  readonly frames?: number
  readonly channelsLast?: boolean
}

/** One way from the common pixels to values. A program with several views joins their tiles. */
export interface View {
  readonly steps: readonly Step[]
  readonly tiles?: Tiles
  /** Further views of the pixels behind the steps, in place of tiles. They say themselves whether an image has them. */
  readonly parts?: readonly View[]
  /** Whether an image has it. Default: each has. Needs `tiles` or `parts`. */
  readonly when?: (source: Size) => boolean
}

/** The sizes that one image has on its way. */
export interface Planned {
  readonly source: Size
  /** After the steps of all views. */
  readonly common: Size
  /** Of each view before it is cut into tiles; undefined for one that the image does not have. */
  readonly views: readonly (Size | undefined)[]
}

/** What happens to pixels as numbers. */
export type Values =
  /** uint8 values become those of a table: 256 for each of three channels. Without one they stay uint8. */
  | { readonly table?: readonly number[] }
  /** Pixels are numbers before they are resized: `first` is the table; mean and std come last. */
  | { readonly first: readonly number[]; readonly mean?: readonly number[]; readonly std?: readonly number[] }
  /** Pixels become numbers of a table behind the steps of all views, whose own steps are on numbers. */
  | { readonly common: readonly number[] }

/** How the samples of a batch become one tensor: on a new axis, one behind the other, or so below an axis of 1; columns: along the last axis, below an axis of 1. */
export type Join = 'stack' | 'concat' | 'nest' | 'columns'

export type Output =
  | { readonly name: string; readonly kind: 'values'; readonly join?: Join }
  /** int64: 1 where the values are of the image and 0 where they are padding. `of`: the extents of the ones. Default: those of the values. */
  | {
      readonly name: string
      readonly kind: 'mask'
      readonly join?: Join
      of?(planned: Planned): readonly number[]
    }
  /** Numbers that follow from the sizes alone. */
  | {
      readonly name: string
      readonly kind: 'fact'
      readonly dtype: Extract<DType, 'float32' | 'int32' | 'int64'>
      readonly join?: Join
      /** Shape of a sample; -1 for one axis. Default: one axis. */
      readonly shape?: readonly number[]
      /** What samples are filled up with along the first axis, to the largest of the batch. Default: they are not. */
      readonly fill?: number
      of(planned: Planned): readonly number[]
    }

/** Arguments of `resize` besides the size: whose numbers, and which filter. */
export type Resample = Readonly<Record<string, unknown>>

export interface Program {
  readonly resample: Resample
  /** Channels come in the order blue, green, red. */
  readonly bgr?: boolean
  readonly values: Values
  /** Steps of all views. */
  readonly steps: readonly Step[]
  readonly views: readonly View[]
  /** Each tile becomes one row of numbers. */
  readonly rows?: boolean
  /** Tiles lie side by side: [3, height of a tile, width of all]. */
  readonly columns?: boolean
  /** Cuts or extends the values by zeros; without tiles alone. */
  readonly border?: Of<Window>
  /** Zeros behind the values up to an extent; -1: the largest of the batch. */
  readonly pad?: { readonly axes: readonly number[]; readonly shape: readonly number[] }
  readonly outputs: readonly Output[]
}

export const ofImage = <T extends object>(given: Of<T>, at: Size, source: Size): T =>
  typeof given === 'function' ? given(at, source) : given
