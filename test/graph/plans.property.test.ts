// Any graph lowers to a valid plan, and always to the same one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { build } from '../../src/graph/build.js'
import type { GraphNode, GraphOutput, ValueRef } from '../../src/graph/types.js'
import { faults, lowered, node, table } from './helpers.js'

const names = Object.keys(table).filter((name) => !table[name]!.internal)
const perSample = (name: string) => Object.entries(table[name]!.args).filter(([, arg]) => arg.perSample)

// A recipe is a list of numbers; each node draws its operator, inputs and per-sample arguments from its row.
const recipe = fc.array(fc.record({ op: fc.nat(), picks: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }) }), {
  minLength: 1,
  maxLength: 14,
})

function grow(rows: { op: number; picks: number[] }[]): GraphNode[] {
  const nodes: GraphNode[] = []
  const values: ValueRef[] = []
  for (const { op, picks } of rows) {
    let name = names[op % names.length]!
    const wanted = table[name]!.inputs.filter((port) => !port.optional || picks[7]! % 2).length
    if (wanted && !values.length) name = picks[0]! % 2 ? 'readers.file' : 'random.coinFlip'
    const pick = (i: number) => values[picks[i]! % values.length]!
    const inputs = table[name]!.inputs.length ? Array.from({ length: wanted }, (_, i) => pick(i)) : []
    const argInputs = values.length
      ? perSample(name).flatMap(([arg], i) => (picks[(i + 3) % 8]! % 3 ? [] : [[arg, pick((i + 4) % 8)]]))
      : []
    const n = node(nodes.length, name, [], { name: '', inputs, argInputs: Object.fromEntries(argInputs) })
    nodes.push(n)
    for (let output = 0; output < n.numOutputs; output++) values.push({ node: n.id, output })
  }
  return nodes
}

test('random graphs have valid plans', () => {
  fc.assert(
    fc.property(
      recipe,
      fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom('dynamic' as const, 'pipelined' as const, 'simple' as const),
      fc.constantFrom('throw' as const, 'skip' as const),
      (rows, picks, cpu, executor, onError) => {
        const nodes = grow(rows)
        const values = nodes.flatMap((n) =>
          Array.from({ length: n.numOutputs }, (_, output) => ({ node: n.id, output })),
        )
        const outputs: GraphOutput[] = picks.map((p) => ({ value: values[p % values.length]! }))
        const options = { prefetchQueueDepth: { cpu, gpu: 1 }, onError }
        const make = () => lowered(build({ nodes, outputs }), options, executor)
        const plan = make()
        expect(faults(plan)).toEqual([])
        expect(plan.outputs).toHaveLength(outputs.length)
        // One checkpoint fits all executors.
        expect(plan.hash).toBe(lowered(build({ nodes, outputs }), options, 'simple').hash)
        expect(JSON.stringify(make())).toBe(JSON.stringify(plan))
        // A plan crosses threads and is stored: it must survive JSON.
        expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
      },
    ),
    { numRuns: 500 },
  )
})

test('the inputs of the passes are left alone', () => {
  fc.assert(
    fc.property(recipe, (rows) => {
      const nodes = grow(rows)
      const before = JSON.stringify(nodes)
      lowered(build({ nodes, outputs: [{ value: { node: nodes.length - 1, output: 0 } }] }))
      expect(JSON.stringify(nodes)).toBe(before)
    }),
    { numRuns: 100 },
  )
})
