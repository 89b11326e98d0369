// The `fn` object: every operator of this build as a function that adds a node to the pipeline being defined. Its type
// and its table come from the op.json files; only externalSource, jsFunction,
// readers.mixture and experimental.inputs.video are written by hand.

import { call } from '../definition/context.js'
import { callSite } from '../errors/call-site.js'
import type { Fn } from '../generated/fn.js'
import { results } from '../graph/schema.js'
import { externalSource } from './external-source.js'
import { jsFunction } from './js-function.js'
import { answering } from './missing.js'
import { mixture } from './mixture.js'
import { operatorTree } from './op-tree.js'
import { videoInput } from './video-input.js'

const tree = operatorTree('fn', (op, info) => {
  if (info.internal) return undefined
  if (info.fed) return videoInput as never
  const entry = (...given: unknown[]): unknown => {
    return results(info, given, call(op, given, callSite(entry)))
  }
  return entry
})
Object.assign(tree.readers as object, { mixture })

/**
 * All operators, as functions for use in a pipeline's definition: `fn.resize(images, { size: [224, 224] })`. A call
 * takes the inputs (DataNodes), then one object of arguments. It adds the operator to the graph and returns a DataNode
 * for its output, or an array of DataNodes for several outputs. An argument that may differ from sample to sample takes
 * a DataNode in place of a constant.
 *
 * Errors: INVALID_ARGUMENT, for a wrong input or argument, and outside of a definition; UNSUPPORTED, for a device
 * without a kernel, and for an operator of DALI's that is not here yet: the error says what to use instead. `'pad' in
 * fn` is false for an operator that is not here.
 */
export const fn = answering(Object.assign(tree, { externalSource, jsFunction }), 'fn') as unknown as Fn
