// The types of operators' schemas: of the table src/generated/schemas.ts, and of tables that tests make.
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
  | 'record'
  | 'settings'
  | 'value'

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
  /** An argument of type int that is a switch: users may give true or false. */
  boolean?: true
  /** The argument is accepted without effect; the text says why. */
  ignored?: string
  /** The fields that an argument of type settings has, or each entry of one of type record. Fields of type value are numbers, lists of numbers or texts. */
  fields?: Readonly<Record<string, ArgInfo>>
  /** Defaults on devices where the default differs. */
  deviceDefaults?: Readonly<Partial<Record<Device, Json>>>
  /**
   * For arguments of readers, which part reads it. 'sampler': the sampler in JavaScript, which chooses the samples.
   * 'index': the code that builds the data set. Absent: that code and the kernel.
   */
  for?: 'sampler' | 'index'
}

/** A rule between arguments. One of the first four fields is the rule; the others are words of its error. */
export interface ArgRule {
  /** At most one of these arguments may be given. */
  atMostOne?: readonly string[]
  /** At least one of these arguments must be given. */
  atLeastOne?: readonly string[]
  /** The first argument may only be given along with the second. */
  needs?: readonly [string, string]
  /** The two lists must have equal lengths if both are given. */
  sameLength?: readonly [string, string]
  /** The words in "Expected `expected` but received ...". */
  expected?: string
  hint?: string
}

export interface PortInfo {
  name: string
  optional?: true
  /** For the last input: it may be repeated any number of times, but must be there once. */
  many?: true
  /** The input may also be a constant: names of the arguments that then take its place, for a number and for a list. */
  constant?: { number: string; list: string }
  /** Outputs: present when this boolean argument is true. */
  when?: string
  /** Outputs: present when this optional input is given. */
  with?: string
  /** Outputs: present unless an argument (an enum, a bool or an int) has this value. */
  unless?: Readonly<Record<string, string | number | boolean>>
  /** Outputs: the int argument that says how many such outputs there are. */
  repeat?: string
  /** Outputs: the list argument of which each entry gives one such output. */
  count?: string
  /**
   * Outputs: the dtype, unless the argument dtype gives it; 'input': the dtype of the first input; 'input 1': of
   * the second; an object: a dtype by that of the first input.
   */
  dtype?: DType | 'input' | 'input 1' | Readonly<Record<DType, DType>>
  /** Outputs with `count`: the argument that gives the dtype of each, where it is given. */
  dtypeList?: string
  /** Outputs: the argument of type record of which each entry gives one output. A call returns an object of them. */
  named?: string
  /** Outputs with `named`: the dtype of each output, by the field dtype of its entry. */
  namedDtypes?: Readonly<Record<string, DType>>
  /**
   * Outputs: names of the int arguments that give the expected extents if all are above 0, and the number of channels.
   */
  sizeHint?: { extents: readonly string[]; channels: number }
  /** Inputs: the shapes of outputs depend on its values, so it must be in host memory. */
  host?: true
  /** Inputs: the operator may ask the decoder that makes it, and has no other reader, for a smaller image. */
  shrinks?: true
}

export interface OpInfo {
  /**
   * 'source' (feeds the pipeline) and 'js' (a user's function) run in stages of their own; 'op' runs inside a program.
   */
  kind: 'op' | 'source' | 'js'
  devices: readonly Device[]
  inputs: readonly PortInfo[]
  outputs: readonly PortInfo[]
  args: Readonly<Record<string, ArgInfo>>
  /** The operator draws random numbers and takes `seed`. */
  random?: true
  /** The operator can fail for single samples and takes `onError`. */
  onError?: true
  /** Only penstock itself makes such nodes: the operator is not in fn and not in the docs. */
  internal?: true
  /** The operator is internal, but a function of imperative mode. */
  imperative?: true
  /** A source with a native data set, from which a sampler chooses. */
  reader?: true
  rules?: readonly ArgRule[]
  /** The operator has no kernel: its output is one of its inputs itself, on the device of that input. */
  merges?: true
  /** The outputs are parts of the first input, on its device: no kernel runs, and no bytes are copied. */
  view?: true
  /** Per-sample arguments may differ by frame of a sequence. */
  frames?: true
  /**
   * The operator looks at all samples of a batch, so its inputs come from an earlier stage. A text: where the bool argument
   * of this name is true. needsWholeBatch() of schema.ts tells.
   */
  wholeBatch?: true | string
}

export type Schemas = Readonly<Record<string, OpInfo>>
