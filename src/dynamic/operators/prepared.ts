// Facts about an operator that hold for all its calls, looked up once.
import { isPlain } from '../../definition/node.js'
import { type OpInfo, type PortInfo, schemaOf, schemas } from '../../graph/schema.js'

/** The facts about one operator. */
export interface Prepared {
  readonly op: string
  readonly info: OpInfo
  readonly ports: readonly PortInfo[]
  /** Whether it takes any number of inputs. */
  readonly many: boolean
  /** Names of its arguments, each with whether it may differ per sample. */
  readonly args: ReadonlyMap<string, boolean>
  /** Names of options that are not arguments of the kernel: device, batchSize, rng, onError. */
  readonly own: ReadonlySet<string>
}

const known = new Map<string, Prepared>()

export function prepare(op: string): Prepared {
  const found = known.get(op)
  if (found) return found
  const info = schemaOf({ op, callSite: '' }, schemas)
  const prepared: Prepared = {
    op,
    info,
    ports: info.inputs,
    many: info.inputs.at(-1)?.many === true,
    args: new Map(Object.entries(info.args).map(([name, arg]) => [name, arg.perSample === true])),
    own: new Set(['device', 'batchSize', ...(info.random ? ['rng'] : []), ...(info.onError ? ['onError'] : [])]),
  }
  known.set(op, prepared)
  return prepared
}

/** Whether the value is an object of arguments, and not a sample such as `{ data, shape }`. */
export const isOptions = (value: unknown): value is Record<string, unknown> =>
  isPlain(value) && !('data' in value && 'shape' in value)
