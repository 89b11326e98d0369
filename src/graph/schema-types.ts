// What an operator's schema says: the shape of src/generated/schemas.ts, and of tables that tests bring.
import type { DType } from '../generated/abi.js'
import type { Device, Json } from './types.js'

export type ArgType =
  | 'bool'
  | 'int'
  | 'float'
  | 'string'
  | 'dtype'
  | 'imageType'
  | 'interp'
  | 'layout'
  | 'enum'
  | 'int[]'
  | 'float[]'
  | 'string[]'
  | 'dtype[]'
  | 'layout[]'
  | 'outputs'

export interface ArgInfo {
  type: ArgType
  default?: Json
  required?: true
  perSample?: true
  /** Allowed values of an enum. */
  values?: readonly string[]
  /** Inclusive bounds. */
  min?: number
  max?: number
  /** Of type int: a switch, for which users may write true or false. */
  boolean?: true
  /** Accepted, and without effect: why. */
  ignored?: string
  /** Defaults of devices that have another one. */
  deviceDefaults?: Readonly<Partial<Record<Device, Json>>>
  /**
   * Of readers, who reads it. 'sampler': it chooses the samples, in JavaScript. 'index': it says what the data set is. Without it
   * what builds the data set and the kernel do.
   */
  for?: 'sampler' | 'index'
}

/** What arguments must be together. One of the first four says what; the others word the error. */
export interface ArgRule {
  atMostOne?: readonly string[]
  atLeastOne?: readonly string[]
  /** The first one only along with the second. */
  needs?: readonly [string, string]
  /** Lists of one length, where both are given. */
  sameLength?: readonly [string, string]
  /** "Expected `expected` but received ..." */
  expected?: string
  hint?: string
}

export interface PortInfo {
  name: string
  optional?: true
  /** The last input: there may be any number of it, but at least one. */
  many?: true
  /** An input that may be given as a constant too: the arguments which then take its place. */
  constant?: { number: string; list: string }
  /** Outputs: present when this boolean argument is true. */
  when?: string
  /** Outputs: the dtype, where the argument dtype does not say it; 'input': that of the first input. */
  dtype?: DType | 'input'
  /** Outputs: int arguments that say its expected extents, where all are given and above 0, and its channels. */
  sizeHint?: { extents: readonly string[]; channels: number }
  /** Inputs: shapes depend on its bytes, so they must be in host memory. */
  host?: true
}

export interface OpInfo {
  /** A source feeds the pipeline and runs in a stage of its own, as does a user's function; an op runs inside a program. */
  kind: 'op' | 'source' | 'js'
  devices: readonly Device[]
  inputs: readonly PortInfo[]
  outputs: readonly PortInfo[]
  args: Readonly<Record<string, ArgInfo>>
  random?: true
  onError?: true
  /** Made by a pass only: not in fn, not in the docs. */
  internal?: true
  /** Internal, but a function of imperative mode. */
  imperative?: true
  /** A source with a native data set: a sampler chooses from it. */
  reader?: true
  rules?: readonly ArgRule[]
  /** Has no kernel: its output is one of its inputs itself, on whatever device that is. */
  merges?: true
}

export type Schemas = Readonly<Record<string, OpInfo>>
