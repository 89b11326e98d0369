// The C++ API lowers a graph itself (docs/design/cpp.md). Without fusions, which change no byte, its plan is that of src/graph.
// @module-tag shared
import { expect, it } from 'vitest'
import { fn } from '../../src/api/fn.js'
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
  const feeding = new Set(['concurrency', 'buffers', 'hash', 'batch', 'blocking', 'noCopy', 'repeatLast', 'workers'])
  return JSON.parse(JSON.stringify(plan, (key, value) => (feeding.has(key) ? undefined : value)))
}

it.each(names)('makes the stages, programs and edges of %s', (name) => {
  const at = names.indexOf(name)
  expect(shared(plans[at]!)).toEqual(shared(lower(graphs[at]!, options, executors.pipelined, plain)))
})

it.each(['experimental', 'older', 'resizing'] as const)(
  'makes the plan of a reader of videos on a GPU: %s',
  (which) => {
    const args = {
      fileRoot: 'videos',
      name: 'clips',
      sequenceLength: 4,
      device: 'gpu',
      enableFrameNum: 'scalar',
    } as const
    const graph = record(() => {
      const readers = {
        experimental: () => fn.experimental.readers.video({ ...args, onError: 'placeholder' }),
        older: () => fn.readers.video({ ...args, dtype: 'float32', normalized: true }),
        resizing: () => fn.readers.videoResize({ ...args, size: [8, 9], interpType: 'cubic' }),
      }
      const [clip, label, number] = readers[which]()
      return [fn.flip(clip), label, number]
    })
    const on = { ...options, deviceId: 0 }
    const [plan] = ask<{ stages: { kind: string; program?: { ops: { op: string }[] } }[] }>([{ graph, options: on }])
    expect(shared(plan!)).toEqual(shared(lower(graph, on, executors.pipelined, plain)))
    const made = plan!.stages.flatMap(({ kind, program }) => program?.ops.map(({ op }) => `${kind} ${op}`) ?? [])
    expect(made.slice(1, which === 'resizing' ? 3 : 2)).toEqual(
      which === 'resizing' ? ['mixed clipFrames', 'gpu resize'] : ['mixed clipFrames'],
    )
  },
)
