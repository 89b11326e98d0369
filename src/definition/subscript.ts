// node.at() and node.slice(): which operator takes a part of a tensor, and with which arguments.
import { shown } from '../errors/words.js'
import { argError } from '../graph/schema.js'
import { call, DataNode, methods, type NodeRange } from './node.js'

const most = 2 ** 31 - 1

/** Records the operator that takes these parts. `method`: what the user called, for errors. */
function takePart(node: DataNode, ranges: readonly NodeRange[], method: string, site: string): DataNode {
  const fault = (axis: number, given: unknown) =>
    argError(
      { op: method, callSite: site },
      `Expected ${axis ? '' : 'a DataNode, '}undefined, a whole number or [start, end] for axis ${axis} but received ${shown(given)}`,
    )
  const place = (x: number, axis: number, given: unknown) => {
    if (!Number.isInteger(x) || Math.abs(x) > most) throw fault(axis, given)
    return x
  }
  const [first] = ranges
  const triples = ranges.map((range, axis): number[] => {
    if (range === undefined) return [0, 0, 0]
    if (range instanceof DataNode && axis === 0) return [1, 0, 0]
    if (typeof range === 'number') return [1, place(range, axis, range), 0]
    if (!Array.isArray(range) || range.length > 2) throw fault(axis, range)
    const [start = 0, end = most] = range as readonly (number | undefined)[]
    return [2, place(start, axis, range), place(end, axis, range)]
  })
  // Only a part behind single indices of all axes before it lies together in memory.
  const lastCut = triples.findLastIndex(([kind]) => kind !== 0)
  const together = triples.slice(0, Math.max(0, lastCut)).every(([kind]) => kind === 1)
  const options = { ranges: triples.flat(), ...(first instanceof DataNode && { index: first }) }
  return call(together ? 'subscript' : 'subscriptCopy', [node, options], site)[0]!
}

methods.takePart = takePart
