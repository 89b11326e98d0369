// Defines the types of operators' schemas: of the table src/generated/schemas.ts, and of tables that tests make.
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
  | 'values'

export interface ArgInfo {
  type: ArgType
  default?: Json
  required?: true
  perSample?: true
  /** A list has a number for each sample of the batch; a node has the number of each sample. */
  ofBatch?: true
  /** Allowed values of an enum; of a dtype, imageType, interp or layout: those that the operator takes. */
  values?: readonly string[]
  /** Inclusive bounds, also of each value of a list. */
  min?: number
  max?: number
  /** The values are above this number. */
  exclusiveMin?: number
  /** A float, or a list of them, that may also be NaN or infinite: values that are data. */
  nonFinite?: true
  /** How many values a list may have, or how many letters a text. */
  lengths?: readonly number[]
  /** A list with one value or more. */
  notEmpty?: true
  /** A list of a lowest and a highest value: the second is not below the first; 'strictly': it is above. */
  ascending?: true | 'strictly'
  /** A list in which no value comes twice. */
  distinct?: true
  /** An argument of type int that is a switch: users may give true or false. */
  boolean?: true
  /** The argument is accepted without effect; the text says why. */
  ignored?: string
  /** The fields that an argument of type settings has, or each entry of one of type record. Fields of type value are numbers, lists of numbers or texts; of type values, lists of numbers or of texts. */
  fields?: Readonly<Record<string, ArgInfo>>
  /** Defaults on devices where the default differs. */
  deviceDefaults?: Readonly<Partial<Record<Device, Json>>>
  /**
   * For arguments of readers, which part reads it. 'sampler': the native sampler, which chooses the samples.
   * 'index': the code that builds the data set. Absent: that code and the kernel.
   */
  for?: 'sampler' | 'index'
}

/**
 * A rule between arguments. One of the first five fields is the rule; the others are words of its error. A value per
 * sample counts as given. A name may also be that of an optional input, as 'input NAME'.
 */
export interface ArgRule {
  /** The first argument may not be given along with one of the others; a switch that is off counts as not given. */
  notBoth?: readonly string[]
  /** At least one of these arguments must be given. */
  atLeastOne?: readonly string[]
  /** The first argument may only be given along with the second. */
  needs?: readonly [string, string]
  /** The two lists must have equal lengths if both are constants. A text is a list of its letters; an empty one is none. */
  sameLength?: readonly [string, string]
  /** The first number must be below the second one. */
  below?: readonly [string, string]
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
  /**
   * Outputs: the argument that gives any number of them: as many as an int says, one for each entry of a list, or one under
   * the name of each entry of a record. A call with a record returns an object.
   */
  each?: string
  /**
   * Outputs: what a call must have for the output to be there: a bool argument that is true, an optional input that is given, an
   * argument with one of these values, or any of a list of arguments.
   */
  when?: string | readonly string[] | Readonly<Record<string, readonly Json[]>>
  /**
   * Outputs: the dtype, unless an argument gives it; 'input': the dtype of the first input; 'input 1': of
   * the second; an object: a dtype by that of the first input.
   */
  dtype?: DType | 'input' | 'input 1' | Readonly<Record<DType, DType>>
  /** Outputs with `each`: the list of texts that says how each is parsed. What is not 'bytes' has numbers: int64 in place of `dtype`. */
  parsed?: string
  /** Inputs: the shapes of outputs depend on its values, so it must be in host memory. */
  host?: true
  /** Inputs: the operator may ask the decoder that makes it, and has no other reader, for a smaller image. */
  shrinks?: true
}

/** What pictures of a batch follow from an operator: where things are in its outputs, and how boxes are written. */
export interface PreviewInfo {
  /** The places of a picture's pixels: they stay, or the whole has another size. Absent: they may be anywhere. */
  places?: 'kept' | 'scaled'
  /** Arguments that move pixels nevertheless, where they are given and not 0 or false. */
  movedBy?: readonly string[]
  /** The outputs are normalised by the arguments mean, std, scale and shift. */
  normalizes?: true
  /** Arguments that say whether boxes are two corners: a bool, or a layout whose sides are written W. The first that has a value counts. */
  corners?: readonly string[]
  /** Boxes are fractions of the picture, or are where the bool argument of this name is true. */
  fractions?: true | string
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
  /** Its inputs are an external source of its own, which is fed by the operator's name: it has no function on data. */
  fed?: true
  /** A source with a native data set, from which a sampler chooses. */
  reader?: true
  rules?: readonly ArgRule[]
  /** The outputs are parts of the first input, on its device: no kernel runs, and no bytes are copied. */
  view?: true
  /** On a GPU, too, the CPU makes the outputs, which are then copied there: no kernel runs. */
  copied?: true
  /**
   * Of a reader: on a GPU it hands its samples on to these operators, one after the other, whose first one makes all of its
   * outputs. Each takes the arguments that it has of the reader's. Native code reads the argument handsOn for it.
   */
  handedTo?: readonly string[]
  /** Per-sample arguments may differ by frame of a sequence. 'repeat': an input that is no sequence counts for each of them. */
  frames?: true | 'repeat'
  /**
   * The operator looks at all samples of a batch, so its inputs come from an earlier stage. A text: where the bool argument
   * of this name is true. needsWholeBatch() of schema.ts tells.
   */
  wholeBatch?: true | string
  preview?: PreviewInfo
}

export type Schemas = Readonly<Record<string, OpInfo>>
