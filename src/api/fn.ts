// The `fn` object: every operator of this build as a function that adds a node to the pipeline being defined. Its type
// and its table come from the op.json files; only externalSource and jsFunction are written by hand.

import { call, callSite } from '../definition/node.js'
import type { Fn } from '../generated/fn.js'
import { schemas } from '../graph/schema.js'
import { externalSource } from './external-source.js'
import { jsFunction } from './js-function.js'
import { answering } from './missing.js'

type Tree = { [name: string]: Tree | ((...given: unknown[]) => unknown) }

function build(): Tree {
  const root: Tree = {}
  for (const [op, info] of Object.entries(schemas)) {
    if (info.internal) continue
    const path = op.split('.')
    let at = root
    for (const [i, part] of path.slice(0, -1).entries()) {
      at[part] ??= answering({}, 'fn', `${path.slice(0, i + 1).join('.')}.`)
      at = at[part] as Tree
    }
    const entry = (...given: unknown[]): unknown => {
      const outputs = call(op, given, callSite(entry))
      return outputs.length === 1 ? outputs[0] : outputs
    }
    at[path.at(-1)!] = entry
  }
  Object.assign(root, { externalSource, jsFunction })
  return answering(root, 'fn')
}

/**
 * The operators, as functions that add a node to the pipeline being defined. DALI's that are not here yet throw UNSUPPORTED
 * when they are called, and say what to use; `'pad' in fn` is false of them.
 */
export const fn = build() as unknown as Fn
