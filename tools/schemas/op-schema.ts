// The types of op.json: fields that passes need are described in src/graph/schema-types.ts, the others here.
import type { ArgInfo, ArgType, OpInfo, PortInfo } from '../../src/graph/schema-types.js'
import type { GroupName } from './groups.js'

export interface ArgSchema extends ArgInfo {
  /** Those of externalSource and jsFunction alone are left out: their functions are written by hand. */
  type: Exclude<ArgType, 'layout[]' | 'outputs'>
  doc: string
}

export interface PortSchema extends PortInfo {
  doc: string
  dtypes?: readonly string[]
  layouts?: readonly string[]
}

/** How the site draws outputs that are no pictures. */
export const drawings = ['boxes', 'points', 'histogram', 'numbers', 'none'] as const

/** A call, shown by the documentation as a program that runs, with a picture of the result. */
export interface Example {
  photo?: string // a file of data/photos: `file`, and decoded `image`
  sound?: string // a file of data/sounds: `file`, and decoded `sound`
  given?: string[] // lines of code that make further inputs
  inputs?: string[] // the inputs, as code; image, sound or file when not given
  args?: Record<string, unknown> // null stands for a node of the argument's name, which `given` makes
  shown?: string // code: what is drawn in place of `output`; with boxes or points, the picture that they lie on
  draw?: (typeof drawings)[number] // how; pictures, sounds and spectra are recognised
}

export interface OpSchema extends OpInfo {
  name: string // 'decoders.imageCrop'
  group: GroupName // where the documentation lists it
  doc: string
  inputs: readonly PortSchema[]
  outputs: readonly PortSchema[]
  args: Readonly<Record<string, ArgSchema>>
  first?: readonly string[] // the arguments that are shown first, those of op.json before those of what it includes
  order: readonly string[] // all arguments, the most important first
  source?: string | null // the source of the formula; null where nothing is computed
  noParity?: string // why there is no parity.ts, which compares the operator with DALI
  errors?: Record<string, string> // the cases in which it throws its error codes
  example?: Example | string // shown on the operator's page; a text says why there is none
  // What follows from the folder:
  symbol: string // 'decoders_image_crop', the folder's name
  native: boolean // has <symbol>_cpu.cc
  gpuKernel: boolean // has <symbol>_gpu.cu
}
