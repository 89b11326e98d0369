// Types that the files of `penstock run` share.
import type { OnError } from '../graph/types.js'
import type { TensorList } from '../index.js'
import type { UserPipeline } from './module.js'

/** Reads the outputs of the first batch, before they are released, and returns a function that draws them as a PNG. */
export type Sheet = (outputs: readonly TensorList[]) => Promise<() => Buffer>

export interface RunOptions {
  data?: string
  epochs?: number
  batchSize?: number
  threads?: number
  depth?: number
  seed?: number
  onError?: OnError
  size?: number
  /** Path of the picture; without it none is drawn. */
  out?: string
  progress: boolean
  json?: boolean
}

/** The pipeline to run, and facts about it for the report. */
export interface Job {
  pipe: UserPipeline
  /** Path of the main job's folder, or of the module. */
  source: string
  /** The source as the report shows it. */
  title: string
  /** The word for a sample. */
  unit: 'image' | 'sample'
  /** Without --epochs the data set is read repeatedly if it is small; true for the main job. */
  repeats: boolean
  /** Side of the main job's images in pixels; null for a module. */
  size: number | null
  /** Makes the picture of the first batch. */
  sheet: Sheet
}
