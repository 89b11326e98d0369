// Defines the types that the files of `penstock-data run` share.
import type { OnError } from '../graph/types.js'
import type { TensorList } from '../index.js'
import type { DataFormat } from '../readers/data-format.js'
import type { UserPipeline } from './module.js'

/** The files that were written for --out. */
export interface OutSummary {
  /** Path of the picture of the first batch. */
  contactSheet: string | null
  /** The files of batches: their number, their bytes together, and the paths of the first and the last one. */
  batchFiles: { files: number; bytes: number; first: string; last: string } | null
}

/** Receives the outputs of each batch, by name, before they are released; `finish` is called once after the run. */
export interface OutSink {
  batch(outputs: ReadonlyMap<string, TensorList>): Promise<void>
  finish(): OutSummary
}

export interface RunOptions {
  /** A folder, or globs and files. */
  data?: readonly string[]
  /** Path of the module; without it the first argument is one. */
  pipeline?: string
  epochs?: number
  /** The run ends after this time, counted from its start. */
  seconds?: number
  batchSize?: number
  threads?: number
  depth?: number
  seed?: number
  onError?: OnError
  size?: number
  /** Path of the picture or of the batches; without it nothing is written. */
  out?: string
  /** Draws one sample often, in place of a run: its number, or true for the first one. */
  augmentGrid?: number | true
  /** How often. */
  draws?: number
  progress: boolean
  json?: boolean
  /** The dashboard's port, or true for any free one. */
  dashboard?: number | true
  dashboardHost?: string
  /** The dashboard stays open after the run, until a signal comes. */
  keepDashboard?: boolean
}

/** The pipeline to run, and facts about it for the report. */
export interface Job {
  pipe: UserPipeline
  /** The main job's data, or the path of the module. */
  source: string
  /** The source as the report shows it. */
  title: string
  /** The word for a sample. */
  unit: 'image' | 'clip' | 'sample'
  /** The names of outputs that come as a list; without it they are output0, output1 and so on. */
  names?: readonly string[]
  /** The recognised kind of the main job's data; undefined for the bundled photos and for a module. */
  format?: DataFormat
  /** Without --epochs the data set is read repeatedly if it is small; true for the main job. */
  repeats: boolean
  /** Side of the main job's images in pixels; null for a module, and for data without pictures. */
  size: number | null
}
