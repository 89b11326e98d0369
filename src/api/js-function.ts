// fn.jsFunction: user code as a node of the graph. The graph keeps the module's URL and the export's name, plain JSON;
// the actor's thread imports the module (actors/stages/js.ts).

import { statSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Tensor } from '../data/tensor.js'
import type { JsSampleInfo, SampleData } from '../data/types.js'
import { call, callSite, currentContext, DataNode, isPlain } from '../definition/node.js'
import type { OpOptions } from '../definition/op-options.js'
import { fileNotFound } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { DType } from '../generated/abi.js'
import { argError } from '../graph/schema.js'
import type { OnError } from '../graph/types.js'
import type { Asked, Known, NamesOf, NamesOfAll, None, Tuple } from './typed.js'

/** What a function gives for one output of one sample. */
export type JsSample = SampleData | Tensor

/**
 * A function for `fn.jsFunction`: one tensor per input, then the sample's info. With one output it returns the sample,
 * with several a list of them. The tensors are views on shared memory, without a copy: valid until the function has
 * returned (or its promise is settled), not to be written to.
 */
export type JsFunction = (
  ...args: [...tensors: Tensor[], info: JsSampleInfo]
) => JsSample | readonly JsSample[] | Promise<JsSample | readonly JsSample[]>

/** What an output is: checked against what the function returns. */
export interface JsOutputSpec {
  dtype?: DType
  ndim?: number
  layout?: string
}

export interface JsFunctionOptions extends OpOptions {
  /**
   * The module's file: a file URL (`new URL('./blur.mjs', import.meta.url)`), an absolute path, or a path relative to
   * the file that calls `fn.jsFunction`.
   */
  module: string | URL
  /** Name of the exported function. Default: 'default'. */
  export?: string
  /**
   * How many outputs, or what each of them is. With a number or a list an array of DataNodes is returned. dtype: other
   * data is refused, and plain numbers become it (float32 without one); ndim: other data is refused; layout: of samples
   * that carry none.
   */
  outputs?: number | JsOutputSpec | readonly JsOutputSpec[]
  /** Threads that run the function, from 1 to 64, each on a batch of its own; every byte is the same for any number. Default: 1. */
  workers?: number
  /** What a sample does for which the function throws or gives something wrong. Default: the pipeline's onError. */
  onError?: OnError
  /** Seed of info.random(); -1, the default, derives it from the pipeline's. */
  seed?: number
}

type Nodes<O, Names extends string> = O extends number
  ? Tuple<O, Known<DType, Names>>
  : { -readonly [K in keyof O]: Known<Asked<O[K], DType>, Names> }

type Inputs = DataNode | readonly DataNode[]
type NamesOfInputs<I extends Inputs> = I extends readonly unknown[] ? NamesOfAll<I> : NamesOf<I>

/**
 * Runs a function of yours on every sample, in worker threads of its own.
 *
 * Errors, when the pipeline is defined: INVALID_ARGUMENT, FILE_NOT_FOUND (no such module). When it is built:
 * USER_FUNCTION (the module cannot be imported, or has no such function). When it runs, unless onError says otherwise:
 * USER_FUNCTION (the function threw; `cause` has its stack), INVALID_INPUT (it gave something that is not a sample).
 */
export interface JsFunctionFn {
  <const I extends Inputs, const O extends number | readonly JsOutputSpec[]>(
    inputs: I,
    options: JsFunctionOptions & { outputs: O },
  ): Nodes<O, NamesOfInputs<I>>
  <const I extends Inputs, const O extends JsOutputSpec = None>(
    inputs: I,
    options: JsFunctionOptions & { outputs?: O },
  ): Known<Asked<O, DType>, NamesOfInputs<I>>
}

const op = 'jsFunction'

/** The absolute file URL of the module; there must be such a file. */
function moduleUrl(given: unknown, site: string): string {
  const at = { op, callSite: site }
  let path: string
  // The folder of the call, which is file:line:column.
  const folder = dirname(site.replace(/(:\d+){1,2}$/, ''))
  if (given instanceof URL || (typeof given === 'string' && /^[a-z][a-z0-9+.-]+:/i.test(given))) {
    const text = String(given)
    try {
      path = fileURLToPath(text)
    } catch {
      throw argError(at, `Expected a file for module but received ${shown(text)}`, 'Put the function in a file')
    }
  } else if (typeof given === 'string' && given) {
    path = isAbsolute(given) ? given : resolve(folder, given)
  } else {
    const hint =
      typeof given === 'function' ? 'A function cannot go to another thread: export it from a file' : undefined
    throw argError(at, `Expected the path or URL of a file for module but received ${shown(given)}`, hint)
  }
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw fileNotFound(
      `Expected an existing file for module but received ${shown(given instanceof URL ? given.href : given)}, which is ${path}`,
      {
        op,
        callSite: site,
        hint:
          typeof given === 'string' && !isAbsolute(given) ? `A relative path counts from ${folder}` : 'Check the path',
      },
    )
  }
  return pathToFileURL(path).href
}

function entry(...given: unknown[]): DataNode | DataNode[] {
  const site = callSite(entry)
  const at = { op, callSite: site }
  currentContext(op, site)
  // One DataNode, several, or a list of them; then the options.
  const options = given.length && isPlain(given.at(-1)) ? (given.at(-1) as Record<string, unknown>) : undefined
  const inputs = (options ? given.slice(0, -1) : given).flat()
  const stray = inputs.findIndex((input) => !(input instanceof DataNode))
  if (stray >= 0) {
    throw argError(at, `Expected a DataNode, or a list of them, for inputs but received ${shown(inputs[stray])}`)
  }
  if (!options) {
    throw argError(at, 'Expected options with module but received none', "Give { module: './my-function.mjs' }")
  }
  const { module, export: name, ...rest } = options
  if (name !== undefined && name !== null && (typeof name !== 'string' || !name)) {
    throw argError(at, `Expected the name of an export for export but received ${shown(name)}`)
  }
  const url = moduleUrl(module, site)
  const nodes = call(op, [...inputs, { module: url, ...(name ? { export: name } : {}), ...rest }], site)
  const { outputs } = options
  return typeof outputs === 'number' || Array.isArray(outputs) ? nodes : nodes[0]!
}

export const jsFunction = entry as unknown as JsFunctionFn
