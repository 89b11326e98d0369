// Chooses the operator and its arguments for node.at() and node.slice(), which take a part of a tensor.
import { shown } from '../errors/words.js'
import { argError } from '../graph/schema.js'
import { call } from './context.js'
import { DataNode, type NodeRange } from './node.js'

const most = 2 ** 31 - 1

/** A range as the operators take it: what is taken of the axis (0 all, 1 one index, 2 a range), and its places. */
export function tripleOf(range: undefined | number | readonly (number | undefined)[]): [kind: number, ...number[]] {
  if (range === undefined) return [0, 0, 0]
  return typeof range === 'number' ? [1, range, 0] : [2, range[0] ?? 0, range[1] ?? most]
}

/** Records the operator that takes these parts. `method`: what the user called, for errors. */
export function takePart(node: DataNode, ranges: readonly NodeRange[], method: string, site: string): DataNode {
  const fault = (axis: number, given: unknown) =>
    argError(
      { op: method, callSite: site },
      `Expected ${axis ? '' : 'a DataNode, '}undefined, a whole number or [start, end] for axis ${axis} but received ${shown(given)}`,
    )
  if (!Array.isArray(ranges))
    throw argError(
      { op: method, callSite: site },
      `Expected a list with what is taken of each axis but received ${shown(ranges)}`,
      `Write ${method}([0, [1, 3]]) for elements 1 and 2 of the first row`,
    )
  const isPlace = (x: number) => Number.isInteger(x) && Math.abs(x) <= most
  const [first] = ranges
  const triples = ranges.map((range, axis): number[] => {
    if (range instanceof DataNode && axis === 0) return [1, 0, 0]
    const known = range === undefined || typeof range === 'number' || (Array.isArray(range) && range.length <= 2)
    const triple = known ? tripleOf(range as undefined | number | readonly (number | undefined)[]) : undefined
    if (!triple?.every(isPlace)) throw fault(axis, range)
    return triple
  })
  // A part lies together in memory only if all axes before it have single indices.
  const lastCut = triples.findLastIndex(([kind]) => kind !== 0)
  const together = triples.slice(0, Math.max(0, lastCut)).every(([kind]) => kind === 1)
  const options = { ranges: triples.flat(), ...(first instanceof DataNode && { index: first }) }
  return call(together ? 'subscript' : 'subscriptCopy', [node, options], site)[0]!
}
