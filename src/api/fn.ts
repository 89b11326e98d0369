// The `fn` object: every operator of this build as a function that adds a node to the pipeline being defined. Its type
// and its table come from the op.json files; only externalSource and jsFunction are written by hand.

import { call, callSite } from '../definition/node.js'
import type { Fn } from '../generated/fn.js'
import { externalSource } from './external-source.js'
import { jsFunction } from './js-function.js'
import { answering } from './missing.js'
import { operatorTree } from './op-tree.js'

const tree = operatorTree('fn', (op, { internal }) => {
  if (internal) return undefined
  const entry = (...given: unknown[]): unknown => {
    const outputs = call(op, given, callSite(entry))
    return outputs.length === 1 ? outputs[0] : outputs
  }
  return entry
})

/**
 * The operators, as functions that add a node to the pipeline being defined. DALI's that are not here yet throw UNSUPPORTED
 * when they are called, and say what to use; `'pad' in fn` is false of them.
 */
export const fn = answering(Object.assign(tree, { externalSource, jsFunction }), 'fn') as unknown as Fn
