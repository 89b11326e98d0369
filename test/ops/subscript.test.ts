// subscript is tested beside subscriptCopy, in subscript_copy.test.ts; here are which of the two is recorded, and what it
// refuses.
import { type DataNode, fn, type PipelineOptions, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { f32, i32, refusedInPipeline } from '../util/refused.js'

test('a part that lies together is a view, any other part a copy', () => {
  const define = pipelineDef({ batchSize: 1, deviceId: null } as PipelineOptions, () => {
    const x = fn.externalSource({ source: () => [new Uint8Array(8)] })
    return [x.at(1), x.slice([1, [2, 3]]), x.slice([[1, 2]]), x.slice([undefined, 1]), x.slice([[0, 1], 1])]
  })
  const ops = define()
    .graph()
    .stages.flatMap((stage) => ('program' in stage ? stage.program.ops.map(({ op }) => op) : []))
  expect(ops).toEqual(['subscript', 'subscript', 'subscript', 'subscriptCopy', 'subscriptCopy'])
})

const line = f32([1, 2, 3])
const placed = (place: object) => (x: DataNode) =>
  x.at(fn.externalSource({ source: () => place as never, batch: false }))
refusedInPipeline([
  ['a place that is too large', line, (x) => x.at(3), 'INVALID_INPUT', /a place from -3 to 2 on axis 0 but received 3/],
  [
    'a place that is too small',
    line,
    (x) => x.at(-4),
    'INVALID_INPUT',
    /a place from -3 to 2 on axis 0 but received -4/,
  ],
  [
    'a place beyond 32 bits',
    line,
    (x) => x.at(2 ** 40),
    'INVALID_ARGUMENT',
    /a whole number or \[start, end\] for axis 0 but received 1099511627776/,
  ],
  ['a place that is no number', line, (x) => x.at(Number.NaN), 'INVALID_ARGUMENT', /for axis 0 but received NaN/],
  [
    'a place of a scalar',
    f32(1),
    (x) => x.at(0),
    'INVALID_INPUT',
    /at most 0 places \(one per dimension\) but received 1/,
  ],
  [
    'a place of what is empty',
    f32([], [0, 3]),
    (x) => x.at(0),
    'INVALID_INPUT',
    /elements on axis 0 for a place but received 0 x 3/,
  ],
  [
    'a place per sample that is too large',
    line,
    placed(i32(3)),
    'INVALID_INPUT',
    /from -3 to 2 on axis 0 but received 3/,
  ],
  [
    'two places of a sample',
    line,
    placed(i32([0, 1])),
    'INVALID_ARGUMENT',
    /one value per sample for index but received 2/,
  ],
  [
    'a place per sample that is no number',
    line,
    placed(f32(Number.NaN)),
    'INVALID_ARGUMENT',
    /a finite number for index but received -?nan/,
  ],
  [
    'a place per sample beyond 32 bits',
    line,
    placed({ data: BigInt64Array.of(2n ** 40n), shape: [] }),
    'INVALID_ARGUMENT',
    /a 32-bit integer for index but received 1099511627776/,
  ],
])
