// Neighbouring math nodes become one: how far, in which order their operands stand, and when they stay apart.
import { expect, test } from 'vitest'
import { fuse } from '../../src/graph/fuse.js'
import { schemas } from '../../src/graph/schema.js'
import type { GraphNode } from '../../src/graph/types.js'
import { graph, node } from './helpers.js'

const source = (id: number) => node(id, 'externalSource')
const math = (
  id: number,
  operation: string,
  inputs: (number | [number, number])[],
  constants: string[] = inputs.map(() => ''),
  more: Partial<GraphNode> = {},
) => node(id, 'math', inputs, { args: { operation, constants }, ...more })
const fused = (nodes: GraphNode[], outputs: (number | [number, number])[] = [nodes.at(-1)!.id]) =>
  fuse(graph(nodes, outputs), schemas).nodes
const ops = (nodes: GraphNode[], outputs?: number[]) => fused(nodes, outputs).map(({ op }) => op)

test('a chain of ten becomes one node, under the id of the last, with the call sites of all', () => {
  const nodes = [source(0)]
  for (let id = 1; id <= 10; id++) nodes.push(math(id, id % 2 ? 'mul' : 'add', [id - 1], ['', `float32 ${id}`]))
  const [, chain, ...others] = fused(nodes)
  expect(others).toEqual([])
  expect(chain).toMatchObject({
    id: 10,
    op: 'mathChain',
    inputs: [{ node: 0, output: 0 }],
    args: {
      operations: ['mul', 'add', 'mul', 'add', 'mul', 'add', 'mul', 'add', 'mul', 'add'],
      constants: ['', 'float32 1', ...Array.from({ length: 9 }, (_, i) => ['previous', `float32 ${i + 2}`]).flat()],
    },
    callSite: 'job.ts:2:1',
    parts: Array.from({ length: 10 }, (_, i) => ({ op: 'math', callSite: `job.ts:${i + 2}:1` })),
  })
})

test('operands keep their order: inputs of the first operation, then those of the next ones', () => {
  const nodes = [source(0), source(1), source(2), source(3)]
  nodes.push(math(4, 'clamp', [1, 0], ['', 'int32 0', '']))
  nodes.push(math(5, 'sub', [2, 4]))
  nodes.push(math(6, 'clamp', [5, 3], ['int32 7', '', '']))
  expect(fused(nodes).at(-1)).toMatchObject({
    inputs: [1, 0, 2, 3].map((id) => ({ node: id, output: 0 })),
    args: {
      operations: ['clamp', 'sub', 'clamp'],
      constants: ['', 'int32 0', '', '', 'previous', 'int32 7', 'previous', ''],
    },
  })
})

test('of two chains that meet, one goes on', () => {
  const nodes = [source(0), source(1)]
  nodes.push(math(2, 'neg', [0]), math(3, 'abs', [2]), math(4, 'neg', [1]), math(5, 'add', [3, 4]))
  expect(fused(nodes).slice(2)).toMatchObject([
    { id: 4, op: 'math' },
    {
      ...{ id: 5, op: 'mathChain', inputs: [{ node: 0 }, { node: 4 }] },
      args: { operations: ['neg', 'abs', 'add'], constants: ['', 'previous', 'previous', ''] },
    },
  ])
})

const inside = (want: number) => ({ guards: [{ value: { node: 9, output: 0 }, want }] })
test.each<[string, GraphNode[], number[]]>([
  ['another reader', [math(1, 'neg', [0]), math(2, 'abs', [1]), node(3, 'flip', [1])], [2, 3]],
  ['the same reader twice', [math(1, 'neg', [0]), math(2, 'mul', [1, 1])], [2]],
  ['an output', [math(1, 'neg', [0]), math(2, 'abs', [1])], [1, 2]],
  ['another branch', [math(1, 'neg', [0], [''], inside(0)), math(2, 'abs', [1], [''], inside(1))], [2]],
  ['an operator between', [math(1, 'neg', [0]), node(2, 'flip', [1]), math(3, 'abs', [2])], [3]],
])('not fused: %s', (_, nodes, outputs) => {
  const all = [source(0), source(9), ...nodes]
  expect(ops(all, outputs)).toEqual(all.map(({ op }) => op))
})

test('a node takes no more inputs than the operator', () => {
  const nodes = Array.from({ length: 12 }, (_, id) => source(id))
  nodes.push(math(12, 'add', [0, 1]))
  for (let i = 2; i < 12; i++) nodes.push(math(11 + i, 'add', [10 + i, i]))
  const made = fused(nodes).slice(12)
  expect(made.map(({ op, inputs }) => [op, inputs.length])).toEqual([
    ['mathChain', 8],
    ['mathChain', 5],
  ])
  expect(made[1]!.inputs[0]).toEqual({ node: made[0]!.id, output: 0 })
})
