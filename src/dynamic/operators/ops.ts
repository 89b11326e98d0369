// The operators of nd.*: every one of this build as a function on data. Types and exports: src/generated/dynamic.ts.

import { answering } from '../../api/missing.js'
import type { Ops } from '../../generated/dynamic-ops.js'
import { schemas } from '../../graph/schema.js'
import { invokePrepared, prepare } from './invoke.js'

type Tree = { [name: string]: Tree | ((...given: unknown[]) => unknown) }

function build(): Tree {
  const root: Tree = {}
  for (const [op, info] of Object.entries(schemas)) {
    // Sources and user functions have objects of their own.
    if (info.kind !== 'op' || (info.internal && !info.imperative)) continue
    const path = op.split('.')
    let at = root
    for (const [i, part] of path.slice(0, -1).entries()) {
      at[part] ??= answering({}, 'nd', `${path.slice(0, i + 1).join('.')}.`)
      at = at[part] as Tree
    }
    const prepared = prepare(op)
    const entry = (...given: unknown[]): unknown => {
      const outputs = invokePrepared(prepared, given, entry)
      return outputs.length === 1 ? outputs[0] : outputs
    }
    at[path.at(-1)!] = entry
  }
  return root
}

/** The operators, as functions on data. */
export const ops = build() as unknown as Ops
