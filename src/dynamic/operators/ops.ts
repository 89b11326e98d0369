// The operators of nd.*: a function on data for every operator of this build. src/generated/dynamic.ts has types and
// exports.

import { operatorTree } from '../../api/op-tree.js'
import type { Ops } from '../../generated/dynamic-ops.js'
import { results } from '../../graph/schema.js'
import { show } from '../values/tensor.js'
import { invoke } from './invoke.js'
import { prepare } from './spec.js'

const tree = operatorTree('nd', (op, info) => {
  const { kind, internal, fed } = info
  // Sources and user functions have APIs of their own.
  if (kind !== 'op' || internal || fed) return undefined
  const prepared = prepare(op)
  const entry = (...given: unknown[]): unknown => {
    return results(info, given, invoke(prepared, given, entry, show))
  }
  return entry
})

/** All operators as functions on data, in the namespaces of nd. */
export const ops = tree as unknown as Ops
