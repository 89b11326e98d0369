// What a class does after its model: functions of the model's outputs, by the names of transformers in camelCase.
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { isArray, sizeOf } from '../arrays.js'
import type { Config } from '../config.js'
import type { Size } from '../program.js'

export type Outputs = Readonly<Record<string, unknown>>
export type Options = Readonly<Record<string, unknown>>

export interface PostProcess {
  /** The outputs of the model that it reads. */
  readonly outputs: readonly string[]
  /** The options that it has, with their defaults. */
  readonly options: Options
  run(outputs: Outputs, options: Options, config: Config): unknown
}

/** By method, without postProcess: objectDetection is postProcessObjectDetection(). */
export type PostProcesses = Readonly<Record<string, PostProcess>>

/** Runs one with its defaults. Errors: INVALID_ARGUMENT, for options that it does not have, and outputs that are missing or wrong. */
export function ran(post: PostProcess, outputs: unknown, options: Options, config: Config): unknown {
  if (typeof outputs !== 'object' || outputs === null)
    throw invalidArgument(`Expected the outputs of a model by name but received ${shown(outputs)}`)
  for (const name of post.outputs) {
    if ((outputs as Outputs)[name] !== undefined) continue
    throw invalidArgument(
      `Expected ${post.outputs.join(' and ')} in the outputs of the model but received ${shown(Object.keys(outputs).join(', '))}`,
    )
  }
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== null)
  for (const [name] of given) {
    if (Object.hasOwn(post.options, name)) continue
    throw invalidArgument(`Expected ${Object.keys(post.options).join(', ')} as options but received ${shown(name)}`)
  }
  return post.run(outputs as Outputs, { ...post.options, ...Object.fromEntries(given) }, config)
}

export const number = (options: Options, name: string): number => {
  const value = options[name]
  if (typeof value === 'number' && !Number.isNaN(value)) return value
  throw invalidArgument(`Expected a number for ${name} but received ${shown(value)}`)
}

/** Rows of `length` numbers: a list of lists, or an array of two axes. Errors: INVALID_ARGUMENT. */
export function rows(value: unknown, length: number, what: string): number[][] {
  if (
    isArray(value) &&
    value.dims.length === 2 &&
    value.dims[1] === length &&
    value.data.length === sizeOf(value.dims)
  ) {
    const flat = Array.from(value.data as ArrayLike<number | bigint>, Number)
    return Array.from({ length: value.dims[0]! }, (_, i) => flat.slice(i * length, (i + 1) * length))
  }
  const isRow = (row: unknown): row is number[] =>
    Array.isArray(row) && row.length === length && row.every((n) => typeof n === 'number')
  if (Array.isArray(value) && value.every(isRow)) return value
  throw invalidArgument(`Expected a list of ${length} numbers each for ${what} but received ${shown(value)}`)
}

/** Sizes [height, width] of `count` images, of which each becomes undefined where there are none. Errors: INVALID_ARGUMENT. */
export function targetSizes(options: Options, count: number, name = 'targetSizes'): (Size | undefined)[] {
  const given = options[name]
  if (given === undefined) return Array.from({ length: count }, () => undefined)
  const sizes = rows(given, 2, name)
  if (sizes.length !== count)
    throw invalidArgument(`Expected ${count} sizes for ${name}, one for each image, but received ${sizes.length}`)
  return sizes.map(([height, width]) => sizeOfRow(height!, width!, name))
}

function sizeOfRow(height: number, width: number, name: string): Size {
  const fits = (n: number) => Number.isInteger(n) && n >= 1 && n <= 65536
  if (fits(height) && fits(width)) return { height, width }
  throw invalidArgument(`Expected whole numbers from 1 to 65536 for ${name} but received [${height}, ${width}]`)
}
