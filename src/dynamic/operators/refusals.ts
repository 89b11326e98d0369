// The errors for calls whose inputs or arguments do not fit their operator.
import { shown, suggestion } from '../../errors/words.js'
import type { PipelineError } from '../../errors.js'
import { argError } from '../../graph/schema.js'
import { isHolder, isSingle, type View } from '../values/value.js'
import { isOptions, type Prepared } from './spec.js'

/** The call that an error is about. */
interface Called {
  readonly op: string
  readonly callSite: string
}

export const kindOf = (view: View): string => (isSingle(view) ? 'Tensor' : 'Batch')

export function otherSize(at: Called, size: number, other: number): PipelineError {
  return argError(
    at,
    `Expected batches of one size but received ${size} and ${other} samples`,
    'A Tensor stands for as many equal samples',
  )
}

export function ofGraph(at: Called, name: string): PipelineError {
  return argError(
    at,
    `Expected data for ${name} but received a DataNode`,
    `Inside a pipeline's definition call fn.${at.op}(); nd.* works on data`,
  )
}

export function tooMany(at: Called, { ports }: Prepared, given: readonly unknown[], count: number): PipelineError {
  if (isOptions(given[count - 1])) {
    return argError(at, 'Expected one object of arguments but received two', 'Put all arguments into one')
  }
  const names = ports.map((port) => (port.optional ? `${port.name}?` : port.name)).join(', ')
  const most = ports.length === 0 ? 'no inputs' : `at most ${ports.length} input${ports.length === 1 ? '' : 's'}`
  return argError(at, `Expected ${most}${names && ` (${names})`} but received ${count}`)
}

/** Hints for options that fn.* takes and nd.* does not. */
const instead: Readonly<Record<string, string>> = {
  seed: 'Give rng: new nd.random.RNG(seed), or call nd.random.setSeed(seed)',
  name: 'Calls have no names: errors and traces show their lines',
  bytesPerSampleHint: 'Memory is sized by what earlier calls took',
  preserve: "Every call runs in mode 'eager', also when nobody reads its result",
}

export function unknownOption(at: Called, { info, args, own }: Prepared, name: string, value: unknown): PipelineError {
  const random = name === 'seed' || name === 'rng' ? `${at.op} draws no random numbers` : undefined
  const hint = random && !info.random ? random : Object.hasOwn(instead, name) ? instead[name] : undefined
  const names = [...args.keys(), ...own]
  return argError(
    at,
    `Expected a known argument but received ${shown(name)}${isHolder(value) ? ` (a ${kindOf(value.view)})` : ''}`,
    hint ?? suggestion(name, names) ?? `It takes: ${names.join(', ')}`,
  )
}
