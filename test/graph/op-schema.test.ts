// op.json: what the generator refuses, and what `npm run check` compares it with. Each case changes an operator that is
// right in one place.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { math } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { schemas } from '../../src/graph/schema.js'
import { cppFiles } from '../../tools/gen/cpp.js'
import { type ArgSchema, loadSchemas } from '../../tools/gen/schema.js'
import { uncomparedOperators, unreadArguments, unsourcedFormulas, untoldErrors } from '../../tools/op-facts.js'
import { tempFolder } from '../util/files.js'

const abi = fileURLToPath(new URL('../../native/abi.json', import.meta.url))

const right = {
  name: 'blend',
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
const example = (args: object, more: object = {}) => ({ example: { photo: 'a/cat.jpg', args, ...more } })

describe('op.json', () => {
  test('a right one', () => {
    expect(load(folderOf(right))[0]).toMatchObject({ symbol: 'blend', native: true, args: { cache: { type: 'int' } } })
  })
  test.each<[string, object, string]>([
    ['no example', { example: undefined }, 'example is missing'],
    ['no picture of pixels', { example: 'No.', inputs: [{ name: 'x', layouts: ['HWC'] }] }, 'input x has pixels'],
    ['an example without a photo', { example: { args: {} } }, 'photo undefined, which is no file of data/photos'],
    ['an example with a wrong name', example({ amuont: 1 }), 'example gives amuont, which is no argument'],
    ['an example with a wrong value', example({ amount: -1 }), 'amount a value that it would refuse: -1'],
    ['draws of what is not random', example({}, { draws: 3 }), 'example has draws 3: from 2 to 4, of an operator that'],
    [
      'an example that lacks an argument',
      { ...arg('height', { required: true }), ...example({}) },
      'example lacks height, which is required',
    ],
    ['an unknown field', { gpu: true }, 'unknown field gpu of op.json; there are: name, doc,'],
    ['a field of a wrong type', { random: 'yes' }, 'expected true or false for random of op.json but found "yes"'],
    ['a device that is none', { devices: ['tpu'] }, 'expected a list of cpu, gpu, mixed for devices'],
    ['an argument group that is not there', { include: ['crop'] }, 'include names crop, but there is no'],
    ['an unknown field of an argument', arg('amount', { defualt: 1 }), 'unknown field defualt of argument amount'],
    ['an unknown type', arg('amount', { type: 'double' }), 'expected one of bool, int, float'],
    ['an argument without a doc', arg('amount', { doc: undefined }), 'argument amount has no doc'],
    ['an enum without values', arg('mode', { values: undefined }), 'values belong to an enum, and an enum has them'],
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
      'comes with amount, which is no bool',
    ],
    [
      'an output that a value of another type takes away',
      { outputs: [{ name: 'o', unless: { amount: true } }] },
      'missing for amount true, which is no value of it',
    ],
    [
      'an output that is there as often as a bool says',
      { outputs: [{ name: 'o', repeat: 'mirror' }] },
      'as often as mirror says, which is no int with a max',
    ],
    [
      'an output that is sized by no int',
      { outputs: [{ name: 'o', sizeHint: { extents: ['amount'], channels: 3 } }] },
      'sized by amount, which is no int argument',
    ],
    ['an error code that is none', { errors: { OOPS: 'always' } }, 'errors names OOPS'],
    ['an error that comes at no time', { errors: { BAD_SAMPLE: '' } }, 'says nothing of when BAD_SAMPLE comes'],
    ['the whole batch by a text', { wholeBatch: 'amount' }, 'wholeBatch names amount, which is no bool argument'],
    ['imperative without internal', { imperative: true }, 'imperative is for internal operators'],
    ['a formula and none', { noFormula: true }, 'noFormula says that there is none'],
  ])('%s is refused', (_, change, message) => {
    const root = folderOf({ ...right, ...change })
    expect(() => load(root)).toThrow(`${join(root, 'native/ops/blend/op.json')}: `)
    expect(() => load(root)).toThrow(message)
  })
})

test('math has a function for each of its operations', () => {
  const { constant: _, ...functions } = math
  expect(Object.keys(functions).sort()).toEqual([...schemas.math!.args.operation!.values!].sort())
})

describe('what the code does with it', () => {
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
    expect(unsourced({ noFormula: true })).toEqual([])
    expect(unsourced({ internal: true })).toEqual([])
  })
  test('an operator that is not compared with DALI', () => {
    const root = tempFolder()
    const uncompared = (change: object) => uncomparedOperators(root, load(folderOf({ ...right, ...change })))
    expect(uncompared({})).toEqual([expect.stringContaining('native/ops/blend/parity.ts: missing')])
    expect(uncompared({ noParity: 'DALI has none' })).toEqual([])
    expect(uncompared({ internal: true })).toEqual([])
    expect(uncompared({ internal: true, imperative: true })).toHaveLength(1)
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
      "argument amount has the type 'matrix', which has no C++ type: add it to valueType() in tools/gen/cpp.ts",
    )
  })
})
