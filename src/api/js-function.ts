// fn.jsFunction: user code as a node of the graph. The graph, which is plain JSON, keeps the module's URL and the
// export's name; the worker threads import the module (actors/stages/js.ts).

import { statSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Tensor } from '../data/tensor.js'
import type { JsSampleInfo, SampleData } from '../data/types.js'
import { call, currentContext, isPlain } from '../definition/context.js'
import { DataNode } from '../definition/node.js'
import type { OpOptions } from '../definition/op-options.js'
import { callSite } from '../errors/call-site.js'
import { fileNotFound } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { DType } from '../generated/abi.js'
import { argError } from '../graph/schema.js'
import type { OnError } from '../graph/types.js'
import type { Asked, Known, NamesOf, NamesOfAll, None, Tuple } from './typed.js'

/** The result of a user function for one output of one sample. */
export type JsSample = SampleData | Tensor

/**
 * A function for `fn.jsFunction`. It is called for each sample, with one tensor per input and then the sample's info.
 * It returns the sample for one output, and a list with one sample per output for several. The tensors are views on
 * shared memory, not copies: they are valid until the function returns (or its promise is settled), and must not be
 * written to.
 */
export type JsFunction = (
  ...args: [...tensors: Tensor[], info: JsSampleInfo]
) => JsSample | readonly JsSample[] | Promise<JsSample | readonly JsSample[]>

/** Describes one output of a user function; what the function returns is checked against it. */
export interface JsOutputSpec {
  /** Expected dtype; plain numbers are converted to it. Default: any, and float32 for plain numbers. */
  dtype?: DType
  /** Expected number of dimensions, 0 to 6. Default: any. */
  ndim?: number
  /** Axis names such as 'HWC' for samples that have none. */
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
   * The number of outputs, or a description of one output, or a list of descriptions. With a number or a list the call
   * returns an array of DataNodes, otherwise one DataNode. Default: one output of any kind.
   */
  outputs?: number | JsOutputSpec | readonly JsOutputSpec[]
  /**
   * Number of threads that run the function, from 1 to 64, each on a batch of its own. The results do not depend on it.
   * Default: 1.
   */
  workers?: number
  /**
   * The policy for a sample for which the function throws or returns something wrong: 'throw', 'skip' or
   * 'placeholder'. Default: the pipeline's onError.
   */
  onError?: OnError
  /** Seed of info.random(), >= 0. Default: -1, which derives it from the pipeline's seed. */
  seed?: number
}

type Nodes<O, Names extends string> = O extends number
  ? Tuple<O, Known<DType, Names>>
  : { -readonly [K in keyof O]: Known<Asked<O[K], DType>, Names> }

type Inputs = DataNode | readonly DataNode[]
type NamesOfInputs<I extends Inputs> = I extends readonly unknown[] ? NamesOfAll<I> : NamesOf<I>

/**
 * Runs a function of yours on every sample, in worker threads of its own. The function is exported by a module file;
 * see JsFunction for what it takes and returns. Inputs on the GPU must be brought to the CPU with `.cpu()` first.
 * In a branch of cond() or oneOf() it is called for the samples of that branch alone.
 *
 * Errors when the pipeline is defined: INVALID_ARGUMENT, FILE_NOT_FOUND (no such module). When it is built:
 * USER_FUNCTION (the module cannot be imported, or has no such function). When it runs, unless onError says otherwise:
 * USER_FUNCTION (the function threw; `cause` has its stack), INVALID_INPUT (the function returned something that is not
 * a sample).
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

/** The error for a function in place of the file that exports it. */
const inlineFunction = (at: { op: string; callSite: string }, expected: string) =>
  argError(
    at,
    `Expected ${expected} but received a function`,
    "A function cannot go to another thread: write it as `export default` of a file, and give { module: './that-file.mjs' }",
  )

/** The absolute file URL of the module. Throws FILE_NOT_FOUND when there is no such file. */
function moduleUrl(given: unknown, site: string): string {
  const at = { op, callSite: site }
  let path: string
  // A call site is file:line:column; relative paths count from the folder of that file.
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
    if (typeof given === 'function') throw inlineFunction(at, 'the path or URL of a file for module')
    throw argError(at, `Expected the path or URL of a file for module but received ${shown(given)}`)
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
    if (typeof inputs[stray] === 'function') throw inlineFunction(at, 'a DataNode for inputs')
    throw argError(at, `Expected a DataNode, or a list of them, for inputs but received ${shown(inputs[stray])}`)
  }
  if (!options) {
    throw argError(at, 'Expected options with module but received none', "Give { module: './my-function.mjs' }")
  }
  const { module, export: name, ...rest } = options
  const isInline = module === undefined && Object.values(rest).some((value) => typeof value === 'function')
  if (isInline) throw inlineFunction(at, 'the path or URL of a file for module')
  if (name !== undefined && name !== null && (typeof name !== 'string' || !name)) {
    throw argError(at, `Expected the name of an export for export but received ${shown(name)}`)
  }
  const url = moduleUrl(module, site)
  const nodes = call(op, [...inputs, { module: url, ...(name ? { export: name } : {}), ...rest }], site)
  const { outputs } = options
  return typeof outputs === 'number' || Array.isArray(outputs) ? nodes : nodes[0]!
}

export const jsFunction = entry as unknown as JsFunctionFn
