// `penstock-data run pipeline.mjs`: loads the pipeline of a user's module. Its default export may be a pipeline, a factory
// that pipelineDef() returned, a function that makes a pipeline, or a plain definition, which calls fn.* and returns
// its outputs.

import { existsSync, statSync } from 'node:fs'
import { createRequire, register } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { types } from 'node:util'
import { isFactory } from '../api/define.js'
import { stackOf, userFrame } from '../errors/call-site.js'
import { fileNotFound, invalidArgument } from '../errors/factories.js'
import { thrownError } from '../errors/thrown.js'
import { shown } from '../errors/words.js'
import { Pipeline, type PipelineOptions, pipelineDef, type TensorList } from '../index.js'

export type UserPipeline = Pipeline<readonly TensorList[] | Readonly<Record<string, TensorList>>>

const shapes =
  'Export a pipeline by default, or what makes one: export default pipelineDef({ batchSize: 64 }, (folder) => { ... })'
/** The batch size for a plain definition, which cannot give one. */
const defaultBatchSize = 64

type UserFunction = (...args: readonly unknown[]) => unknown

/**
 * Loads the pipeline of the module `path`. `given` holds the command line's options under the names of pipeline
 * options; `args`, the further arguments of the command line, are passed to the function that the module exports.
 */
export async function loadPipeline(
  path: string,
  given: PipelineOptions,
  args: readonly unknown[],
): Promise<UserPipeline> {
  const { default: exported } = await load(path)
  if (isPipeline(exported)) {
    if (args.length) {
      const message = `Expected no further arguments but received ${shown(args[0])}: '${path}' exports a pipeline that is made`
      throw wrong(message, 'Export what makes it: pipelineDef(options, (folder) => { ... })')
    }
    return settled(path, exported, given)
  }
  if (typeof exported !== 'function') {
    const received = exported === undefined ? 'no default export' : `a default export of type ${typeof exported}`
    throw wrong(`Expected a pipeline from '${path}' but received ${received}`, shapes)
  }
  const made = await make(exported as UserFunction, given, args)
  if (isPipeline(made.pipe)) return made.took ? made.pipe : settled(path, made.pipe, given)
  throw wrong(`Expected a pipeline from the function that '${path}' exports but received ${typeof made.pipe}`, shapes)
}

/**
 * Thrown with a function's result that is a pipeline, a factory or a promise: the function is then not a definition.
 */
class Returned {
  constructor(readonly value: unknown) {}
}

/** Calls a function that makes a pipeline; returns the pipeline, and whether the options were applied to it. */
async function make(exported: UserFunction, given: PipelineOptions, args: readonly unknown[]) {
  const fromFactory = (factory: UserFunction, rest: readonly unknown[]) => ({
    pipe: Object.keys(given).length ? factory(given, ...rest) : factory(...rest),
    took: true,
  })
  if (isFactory(exported)) return fromFactory(exported, args)
  try {
    const define = pipelineDef({ batchSize: defaultBatchSize, enableConditionals: true, ...given }, () => {
      const result = exported(...args)
      if (isPipeline(result) || isFactory(result) || types.isPromise(result)) throw new Returned(result)
      return result as never
    })
    return { pipe: define() as unknown, took: true }
  } catch (error) {
    if (!(error instanceof Returned)) throw error
    const value = await error.value
    return isFactory(value) ? fromFactory(value as UserFunction, []) : { pipe: value, took: false }
  }
}

/** The command line's names of pipeline options. */
const optionOf: { [Name in keyof PipelineOptions]?: string } = {
  ...{ batchSize: '--batch-size', numThreads: '--threads', prefetchQueueDepth: '--depth', seed: '--seed' },
  onError: '--on-error',
}

/** Returns a finished pipeline, whose options cannot be changed; throws if the command line gives any. */
function settled(path: string, pipe: UserPipeline, given: PipelineOptions): UserPipeline {
  const [name] = Object.keys(given)
  if (name === undefined) return pipe
  throw wrong(
    `Expected no option that changes the pipeline but received ${optionOf[name as keyof PipelineOptions] ?? name}: '${path}' gives a pipeline that is made`,
    'Set it in the module, or export what pipelineDef() gives, which takes options',
  )
}

/** Whether a value is a pipeline, also one of another copy of the package. */
function isPipeline(value: unknown): value is UserPipeline {
  if (value instanceof Pipeline) return true
  const like = value as Partial<Record<string, unknown>> | null
  return (
    typeof value === 'object' && ['epoch', 'statistics', 'readerMeta'].every((k) => typeof like?.[k] === 'function')
  )
}

async function load(path: string): Promise<{ default?: unknown }> {
  const file = resolve(path)
  if (!existsSync(file)) {
    throw fileNotFound(
      `Expected a module to run but '${path}' does not exist`,
      `Check the path: it counts from the working folder, ${process.cwd()}`,
    )
  }
  if (statSync(file).isDirectory()) {
    throw wrong(
      `Expected a module to run but '${path}' is a folder`,
      `A folder of images goes to --data: npx penstock-data run --data ${path}`,
    )
  }
  offerPackage(file)
  try {
    return (await import(pathToFileURL(file).href)) as { default?: unknown }
  } catch (cause) {
    throw thrownError(cause, `'${path}' could not be loaded`, {
      callSite: userFrame(stackOf(cause)) || undefined,
      hint: loadHint(path, cause),
    })
  }
}

/** Where the module has no penstock-data installed, it imports this one. */
function offerPackage(file: string): void {
  try {
    createRequire(file).resolve('penstock-data/package.json')
  } catch {
    register<string>('./resolve-hook.js', { parentURL: import.meta.url, data: import.meta.url })
  }
}

function loadHint(path: string, cause: unknown): string | undefined {
  const { code } = cause as NodeJS.ErrnoException

  if (cause instanceof SyntaxError) return `node --check ${path} shows the line`
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return 'Compile it to JavaScript first, or run Node.js with a loader: NODE_OPTIONS="--import tsx" npx penstock-data run ...'
  }
  return undefined
}

const wrong = (message: string, hint: string) => invalidArgument(message, hint)
