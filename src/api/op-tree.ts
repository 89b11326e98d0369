// Builds the tree of functions of `fn` and `nd` from the operators' names: `random.uniform` becomes
// `nd.random.uniform`.
import { type OpInfo, schemas } from '../graph/schema.js'
import { answering } from './missing.js'

export type OpTree = { [name: string]: OpTree | OpFunction }
type OpFunction = (...given: unknown[]) => unknown

/**
 * The tree of the operators for which `entryOf` makes a function. `prefix` is the tree's name, for the error about a
 * name that is no operator.
 */
export function operatorTree(
  prefix: 'fn' | 'nd',
  entryOf: (op: string, info: OpInfo) => OpFunction | undefined,
): OpTree {
  const root: OpTree = {}
  for (const [op, info] of Object.entries(schemas)) {
    const entry = entryOf(op, info)
    if (!entry) continue
    const path = op.split('.')
    let at = root
    for (const [i, part] of path.slice(0, -1).entries()) {
      // A name that is not there yet is answered for too, where operators of DALI's below it are missing.
      if (!Object.hasOwn(at, part)) at[part] = answering({}, prefix, `${path.slice(0, i + 1).join('.')}.`)
      at = at[part] as OpTree
    }
    at[path.at(-1)!] = entry
  }
  return root
}
