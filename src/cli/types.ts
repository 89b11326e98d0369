// What the parts of `penstock run` tell each other.
import type { OnError } from '../graph/types.js'
import type { TensorList } from '../index.js'
import type { UserPipeline } from './module.js'

/** Looks at the outputs of the first batch, before they are released, and gives what draws their picture. */
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
  /** Where the picture goes; without it there is none. */
  out?: string
  progress: boolean
  json?: boolean
}

/** What is run, and what the report says of it. */
export interface Job {
  pipe: UserPipeline
  /** Folder of the main job, or module. */
  source: string
  /** The same as people read it. */
  title: string
  /** What a sample is. */
  unit: 'image' | 'sample'
  /** The main job reads a small folder more often. */
  repeats: boolean
  /** Side of the main job's images. */
  size: number | null
  /** Keeps what a picture of the batch needs, and draws it later. */
  sheet: Sheet
}
