// op.json: what the generator refuses, and what `npm run check` compares it with. Each case changes an operator that is
// right in one place.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { math } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { knownDtype } from '../../src/graph/dtypes.js'
import { outputPorts, schemas } from '../../src/graph/schema.js'
import type { GraphNode, Json } from '../../src/graph/types.js'
import { uncomparedOperators, unreadArguments, unsourcedFormulas, untoldErrors } from '../../tools/check/op-facts.js'
import { cppFiles } from '../../tools/gen/cpp.js'
import { type ArgSchema, infoOf, loadSchemas } from '../../tools/schemas/op-json.js'
import { tempFolder } from '../util/files.js'

const abi = fileURLToPath(new URL('../../native/abi.json', import.meta.url))

const right = {
  name: 'blend',
  group: 'tensors',
  doc: 'Blends.',
  devices: ['cpu', 'mixed'],
  inputs: [{ name: 'input', doc: 'Any.' }],
  outputs: [{ name: 'output', dtype: 'input', doc: 'The same.' }] as Record<string, unknown>[],
  source: 'a paper',
  example: { photo: 'a/cat.jpg', args: { amount: 2 } },
  errors: { INVALID_INPUT: 'the input is empty' } as Record<string, string>,
  args: {
    amount: { type: 'float', default: 1, min: 0, doc: 'How much.' },
    mirror: { type: 'int', boolean: true, default: 0, doc: 'Whether.' },
    fancy: { type: 'bool', default: true, deviceDefaults: { mixed: false }, doc: 'Whether.' },
    extra: { type: 'bool', doc: 'A second output.' },
    height: { type: 'int', doc: 'Pixels.' },
    mode: { type: 'enum', values: ['a', 'b'], default: 'a', doc: 'How.' },
    cache: { type: 'int', ignored: 'there is none', doc: 'Bytes.' },
  } as Record<string, Record<string, unknown>>,
}
type Op = typeof right

/** A native/ops with this operator, and its code. */
function folderOf(op: object, code = ''): string {
  const root = tempFolder()
  const folder = join(root, 'native/ops/blend')
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(root, 'native/codecs'))
  mkdirSync(join(root, 'data/photos/a'), { recursive: true })
  writeFileSync(join(root, 'data/photos/a/cat.jpg'), '')
  copyFileSync(abi, join(root, 'native/abi.json'))
  writeFileSync(join(folder, 'op.json'), JSON.stringify(op))
  writeFileSync(join(folder, 'blend_cpu.cc'), code)
  return root
}
const load = (root: string) => loadSchemas(join(root, 'native/ops'))
const arg = (name: string, more: object): Partial<Op> => ({
  args: { ...right.args, [name]: { ...right.args[name], ...more } },
})
const dtype = { type: 'dtype', doc: 'Of the output.' }
const twoDtypes = { args: { ...right.args, depth: dtype, kind: dtype } }
const example = (args: object) => ({ example: { photo: 'a/cat.jpg', args } })

describe('op.json', () => {
  test('a right one', () => {
    expect(load(folderOf(right))[0]).toMatchObject({ symbol: 'blend', native: true, args: { cache: { type: 'int' } } })
  })
  test.each<[string, object, string]>([
    ['no example', { example: undefined }, 'example is missing'],
    ['no picture of pixels', { example: 'No.', inputs: [{ name: 'x', layouts: ['HWC'] }] }, 'input x has pixels'],
    ['an example with a photo that is not there', { example: { photo: 'dog.jpg' } }, 'photo dog.jpg, which is no file'],
    ['an example with a sound that is not there', { example: { sound: 'a.wav' } }, 'sound a.wav, which is no file'],
    ['an example that is drawn in no known way', { example: { draw: 'oil' } }, 'expected one of boxes, '],
    ['a group that is not there', { group: 'misc' }, 'expected one of geometry, '],
    ['an operator without a group', { group: undefined }, 'group is missing'],
    ['an argument to show first that is not there', { first: ['much'] }, 'first names much, which is no argument'],
    ['an example with a wrong name', example({ amuont: 1 }), 'example gives amuont, which is no argument'],
    ['an example with a wrong value', example({ amount: -1 }), 'amount a value that it would refuse: -1'],
    [
      'an example that lacks an argument',
      { ...arg('height', { required: true }), ...example({}) },
      'example lacks height, which is required',
    ],
    ['an unknown field', { gpu: true }, 'unknown field gpu of op.json; there are: name, group, doc,'],
    ['a field of a wrong type', { random: 'yes' }, 'expected true or false for random of op.json but found "yes"'],
    ['a device that is none', { devices: ['tpu'] }, 'expected a list of cpu, gpu, mixed for devices'],
    ['an argument group that is not there', { include: ['crop'] }, 'include names crop, but there is no'],
    ['an unknown field of an argument', arg('amount', { defualt: 1 }), 'unknown field defualt of argument amount'],
    ['an unknown type', arg('amount', { type: 'double' }), 'expected one of bool, int, float'],
    ['an argument without a doc', arg('amount', { doc: undefined }), 'argument amount has no doc'],
    [
      'an enum without values',
      arg('mode', { values: undefined }),
      'values belong to an enum or another choice, and an enum has them',
    ],
    ['values of a number', arg('amount', { values: ['a'] }), 'values belong to an enum or another choice'],
    ['lengths of a number', arg('amount', { lengths: [2] }), 'has lengths, but type float'],
    ['an order without lengths', arg('height', { type: 'int[]', ascending: true }), 'is ascending, and has no lengths'],
    [
      'a rule of nothing',
      { rules: [{ notBoth: ['amount', 'input b'] }] } as never,
      'names input b, which is no argument',
    ],
    ['a default outside of the bounds', arg('amount', { default: -1 }), 'a default that it would refuse: -1'],
    ['a default that is no choice', arg('mode', { default: 'c' }), 'a default that it would refuse: "c"'],
    ['a switch that is no int', arg('amount', { boolean: true }), 'only an int stands for a switch'],
    ['no reason', arg('cache', { ignored: '' }), 'expected a text for ignored of argument cache'],
    ['bounds of a text', arg('mode', { min: 1 }), 'argument mode has bounds, but type enum'],
    [
      'a default of a device that it lacks',
      arg('fancy', { deviceDefaults: { gpu: false } }),
      'no device of the operator',
    ],
    [
      'a wrong default of a device',
      arg('fancy', { deviceDefaults: { mixed: 0 } }),
      'a default for mixed that it would',
    ],
    ['a dtype that is none', { outputs: [{ name: 'o', dtype: 'half' }] }, "expected a dtype, or 'input'"],
    [
      "the input's dtype without one",
      { inputs: [], outputs: [{ name: 'o', dtype: 'input' }] },
      "'input' where there is one",
    ],
    [
      'an output that no bool adds',
      { outputs: [{ name: 'o', when: 'amount' }] },
      'comes with amount, which is no bool argument and no optional input',
    ],
    [
      'an output that a value of another type adds',
      { outputs: [{ name: 'o', when: { mode: ['c'] } }] },
      'comes with {"mode":["c"]}: expected values of one enum',
    ],
    [
      'an output that a number without bounds adds',
      { outputs: [{ name: 'o', when: { height: [1] } }] },
      'or of an int with min and max',
    ],
    [
      'an output that is there as often as a bool says',
      { outputs: [{ name: 'o', each: 'mirror' }] },
      'for each of mirror, which is no int with a max',
    ],
    [
      'an output for each entry of a list that is not the only one',
      {
        ...arg('height', { type: 'int[]' }),
        outputs: [{ name: 'o', each: 'height' }, { name: 'p' }],
      },
      'for each of height: it must be the only one',
    ],
    ['two arguments that give dtypes', twoDtypes, 'depth and kind are both of type dtype'],
    ['an error code that is none', { errors: { OOPS: 'always' } }, 'errors names OOPS'],
    ['an error that comes at no time', { errors: { BAD_SAMPLE: '' } }, 'says nothing of when BAD_SAMPLE comes'],
    ['the whole batch by a text', { wholeBatch: 'amount' }, 'wholeBatch names amount, which is no bool argument'],
    ['an unknown rule', { rules: [{ oneOf: ['amount'] }] }, 'unknown field oneOf of rule 0'],
    [
      'a rule about no argument',
      { rules: [{ notBoth: ['amount', 'sum'], hint: 'Leave one out' }] },
      'rule 0 names sum',
    ],
    ['a source without words', { source: '' }, 'expected a text, or null where nothing is computed for source'],
  ])('%s is refused', (_, change, message) => {
    const root = folderOf({ ...right, ...change })
    expect(() => load(root)).toThrow(`${join(root, 'native/ops/blend/op.json')}: `)
    expect(() => load(root)).toThrow(message)
  })
})

describe('the outputs of a call', () => {
  const record = { dtype: { type: 'enum', values: ['string', 'int64'], required: true } }
  const args = {
    ...right.args,
    sound: { type: 'bool', default: true, doc: 'An output.' },
    times: { type: 'int', min: 0, max: 3, default: 0, doc: 'How many.' },
    parts: { type: 'string[]', doc: 'One each.' },
    table: { type: 'record', fields: record, doc: 'By name.' },
    kinds: { type: 'dtype[]', doc: 'Dtypes.' },
  }
  const inputs = [...right.inputs, { name: 'labels', optional: true, doc: 'Any.' }]
  const infoWith = (output: object) => {
    const outputs = [{ name: 'o', doc: 'One.', ...output }]
    return infoOf(load(folderOf({ ...right, kind: 'source', inputs, args, outputs }))[0]!)
  }
  test.each<[string, object, Record<string, Json>, number, number]>([
    ['a bool', { when: 'extra' }, { extra: true }, 1, 1],
    ['a bool that is not given', { when: 'extra' }, {}, 1, 0],
    ['a bool that is true by default', { when: 'sound' }, {}, 1, 1],
    ['a bool that is false', { when: 'sound' }, { sound: false }, 1, 0],
    ['an input', { when: 'labels' }, {}, 2, 1],
    ['an input that is not given', { when: 'labels' }, {}, 1, 0],
    ['a value that is the default', { when: { mode: ['a'] } }, {}, 1, 1],
    ['another value', { when: { mode: ['a'] } }, { mode: 'b' }, 1, 0],
    ['one of several that may be given', { when: ['parts', 'kinds'] }, { kinds: ['int16'] }, 1, 1],
    ['none of several that may be given', { when: ['parts', 'kinds'] }, {}, 1, 0],
    ['a number', { each: 'times' }, { times: 2 }, 1, 2],
    ['a number that is not given', { each: 'times' }, {}, 1, 0],
    ['a number that is refused', { each: 'times' }, { times: 1e9 }, 1, 0],
    ['a list', { each: 'parts' }, { parts: ['x', 'y', 'z'] }, 1, 3],
    ['a value in place of a list', { each: 'parts' }, { parts: 'x' }, 1, 1],
    ['a record', { each: 'table' }, { table: { x: { dtype: 'int64' }, y: { dtype: 'string' } } }, 1, 2],
  ])('%s says how many there are', (_, output, given, numInputs, count) => {
    expect(outputPorts(infoWith(output), given, numInputs)).toHaveLength(count)
  })
  test.each<[string, object, Record<string, Json>, (string | undefined)[]]>([
    [
      'lists',
      { each: 'parts', dtype: 'uint8' },
      { parts: ['x', 'y'], kinds: ['int16', 'float32'] },
      ['int16', 'float32'],
    ],
    ['the output, without a list', { each: 'parts', dtype: 'uint8' }, { parts: ['x', 'y'] }, ['uint8', 'uint8']],
    // Names come in the order of their bytes.
    ['entries', { each: 'table' }, { table: { y: { dtype: 'string' }, x: { dtype: 'int64' } } }, ['int64', 'uint8']],
    ['nothing', {}, {}, [undefined]],
  ])('%s give their dtypes', (_, output, given, dtypes) => {
    const node = { id: 0, op: 'blend', args: given, inputs: [] } as unknown as GraphNode
    const found = dtypes.map((_, i) => knownDtype({ node: 0, output: i }, () => node, { blend: infoWith(output) }))
    expect(found).toEqual(dtypes)
  })
})

test('math has a function for each of its operations', () => {
  const { constant: _, ...functions } = math
  expect(Object.keys(functions).sort()).toEqual([...schemas.math!.args.operation!.values!].sort())
})

describe('use in the code', () => {
  const readers = 'a.amount, a.has(Args::kMirror), get("fancy"), s->extra, PENSTOCK_SAME(height, Height), a.mode'
  const unread = (op: object, code: string) => {
    const root = folderOf(op, code)
    return unreadArguments(root, load(root), [])
  }
  test('every way to read an argument counts', () => expect(unread(right, readers)).toEqual([]))
  test('an argument that is read nowhere', () => {
    expect(unread(right, readers.replace('a.mode', 'a.model'))).toEqual([
      'native/ops/blend/op.json: no code reads mode; implement it, or say in "ignored" why it has no effect',
    ])
  })
  test('one that is read and says that it is not', () => {
    expect(unread(right, `${readers}, a.cache`)).toEqual([
      'native/ops/blend/op.json: cache is "ignored", but the operator reads it',
    ])
  })
  test("a source's arguments are read in TypeScript", () => {
    const root = folderOf({ ...right, kind: 'source' })
    const src = ['const { amount, mirror, fancy, extra } = args', 'args.height', "args['mode']"]
    expect(unreadArguments(root, load(root), src)).toEqual([])
    expect(unreadArguments(root, load(root), src.slice(0, 2))).toEqual([expect.stringContaining('no code reads mode')])
  })
  test('errors that are thrown and not told', () => {
    const told = (code: string) => {
      const root = folderOf(right, code)
      return untoldErrors(root, load(root))
    }
    expect(told('fail(ErrorCode::INVALID_INPUT, ErrorCode::INVALID_ARGUMENT)')).toEqual([])
    expect(told('fail(ErrorCode::BAD_SAMPLE)')).toEqual([
      'native/ops/blend/op.json: "errors" does not say when BAD_SAMPLE comes',
    ])
  })
  test('a formula without a source', () => {
    const unsourced = (change: object) => unsourcedFormulas(load(folderOf({ ...right, source: undefined, ...change })))
    expect(unsourced({})).toEqual([expect.stringContaining('native/ops/blend/op.json: "source" is missing')])
    expect(unsourced({ source: null })).toEqual([])
    expect(unsourced({ internal: true })).toEqual([])
  })
  test('an operator that is not compared with DALI', () => {
    const root = tempFolder()
    const uncompared = (change: object) => uncomparedOperators(root, load(folderOf({ ...right, ...change })))
    expect(uncompared({})).toEqual([expect.stringContaining('native/ops/blend/parity.ts: missing')])
    expect(uncompared({ noParity: 'DALI has none' })).toEqual([])
    expect(uncompared({ internal: true })).toEqual([])
    mkdirSync(join(root, 'native/ops/blend'), { recursive: true })
    writeFileSync(join(root, 'native/ops/blend/parity.ts'), '')
    expect(uncompared({})).toEqual([])
    expect(uncompared({ noParity: 'DALI has none' })).toEqual([expect.stringContaining('but there is a parity.ts')])
  })
})

describe('the C++ API', () => {
  test('has a type for every argument, or the generator names the argument that has none', () => {
    const [op] = load(folderOf(right))
    expect(cppFiles([op!])['native/generated/penstock/ops.h']).toContain('std::optional<double> amount')
    // As of a type that is added to op.json alone.
    const other = { ...op!.args.amount, type: 'matrix' } as unknown as ArgSchema
    expect(() => cppFiles([{ ...op!, args: { ...op!.args, amount: other } }])).toThrow(
      "argument amount has the type 'matrix', which has no C++ type: give it one in tools/schemas/arg-types.ts",
    )
  })
})
