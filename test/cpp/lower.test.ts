// The C++ API lowers a graph itself (docs/design/cpp.md). Without fusions, which change no byte, its plan is that of src/graph.
// @module-tag shared
import { expect, it } from 'vitest'
import { record } from '../../src/definition/record.js'
import { fusions } from '../../src/graph/fusions.js'
import { lower } from '../../src/graph/lower.js'
import { executors } from '../../src/graph/policy.js'
import { schemas } from '../../src/graph/schema.js'
import { jobs } from '../graph/definitions.js'
import { options } from '../graph/helpers.js'
import { ask } from './probe.js'

// A rule whose operator is missing is not used.
const fused = new Set(fusions.map(({ into }) => into))
const plain = Object.fromEntries(Object.entries(schemas).filter(([op]) => !fused.has(op)))
const names = Object.keys(jobs)
const graphs = names.map((name) => record(jobs[name]!, true))
const plans = ask<object>(graphs.map((graph) => ({ graph, options })))

/** The plan without what belongs to one engine: its policies, and how it feeds its sources. */
function shared(plan: object): unknown {
  const feeding = new Set(['concurrency', 'buffers', 'hash', 'batch', 'blocking', 'noCopy', 'repeatLast'])
  return JSON.parse(JSON.stringify(plan, (key, value) => (feeding.has(key) ? undefined : value)))
}

it.each(names)('makes the stages, programs and edges of %s', (name) => {
  const at = names.indexOf(name)
  expect(shared(plans[at]!)).toEqual(shared(lower(graphs[at]!, options, executors.pipelined, plain)))
})
