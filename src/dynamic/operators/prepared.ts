// What is known of an operator before it is called, looked up once.
import { isPlain } from '../../definition/node.js'
import { type OpInfo, type PortInfo, schemaOf, schemas } from '../../graph/schema.js'

/** What holds for all calls of an operator. */
export interface Prepared {
  readonly op: string
  readonly info: OpInfo
  readonly ports: readonly PortInfo[]
  /** Any number of inputs. */
  readonly many: boolean
  /** Arguments, by whether they may differ per sample. */
  readonly args: ReadonlyMap<string, boolean>
  /** Options that are no arguments of the kernel. */
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

/** An object of arguments, not a sample such as `{ data, shape }`. */
export const isOptions = (value: unknown): value is Record<string, unknown> =>
  isPlain(value) && !('data' in value && 'shape' in value)
