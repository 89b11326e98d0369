// Names that are no operators: what they answer when they are called, and that nothing else is changed by it.
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { fn } from '../../src/api/fn.js'
import { types } from '../../src/api/types.js'
import * as nd from '../../src/dynamic.js'
import { missing, otherConstants, otherOperators } from '../../src/generated/missing.js'
import { schemas } from '../../src/graph/schema.js'

// biome-ignore lint/suspicious/noExplicitAny: names that the types do not have.
type Names = any

/** What `fn.a.b` or `nd.a.b` throws when it is called. */
function thrown(api: 'fn' | 'nd', name: string): unknown {
  const call = name.split('.').reduce((at: Names, part) => at[part], api === 'fn' ? fn : nd)
  try {
    return call({}, { size: 3 })
  } catch (error) {
    return error
  }
}

test.each(['fn', 'nd'] as const)("each of DALI's operators that %s does not have says so, and what helps", (api) => {
  const names = Object.keys(missing).filter((name) => !(api === 'nd' && name === 'copy'))
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    expect(thrown(api, name)).toMatchObject({
      code: 'UNSUPPORTED',
      op: name,
      detail: `DALI's ${name} is not here yet`,
      hint: expect.stringMatching(/^[\w"'].{10,}/),
      callSite: expect.stringContaining('missing.test.ts'),
    })
    expect(String((thrown(api, name) as Error & { hint: string }).hint)).not.toMatch(api === 'nd' ? /\bfn\./ : /\bnd\./)
  }
})

test.each([
  ['nd', 'pythonFunction', 'data()'],
  ['fn', 'pythonFunction', 'fn.jsFunction'],
  ['fn', 'python_function', 'fn.jsFunction'],
] as const)('%s.%s: %s', (api, name, hint) => {
  expect(thrown(api, name)).toMatchObject({ code: 'UNSUPPORTED', hint: expect.stringContaining(hint) })
})

test.each([
  ['fn', 'reszie', "Did you mean 'resize'?"],
  ['fn', 'random_resized_crop', "Names are in camelCase: did you mean 'randomResizedCrop'?"],
  ['fn', 'decoders.imgae', "Did you mean 'image'?"],
  ['fn', 'decoder.image', "Did you mean 'decoders'?"],
  ['fn', 'experimental.reader.video', "Did you mean 'readers'?"],
  ['nd', 'decoders.imgae', "Did you mean 'image'?"],
  ['nd', 'random.coin_flip', "Names are in camelCase: did you mean 'coinFlip'?"],
  ['nd', 'readers.flie', "Did you mean 'file'?"],
] as const)('%s.%s: %s', (api, name, hint) => {
  expect(thrown(api, name)).toMatchObject({ code: 'INVALID_ARGUMENT', hint })
})

test('names are told apart as of any object', async () => {
  const names = fn as Names
  for (const space of [names, names.decoders, names.noise, nd.random, nd.decoders] as Names[]) {
    for (const key of ['nope', 'then', 'toJSON', 'asymmetricMatch', '$$typeof', 'constructor_', 'at', 'default']) {
      expect(typeof space[key], key).toBe('undefined')
    }
    expect(space[Symbol.iterator]).toBe(undefined)
    expect(space.constructor).toBe(Object)
    expect(await space).toBe(space)
    expect(`${space}`).toBe('[object Object]')
    expect(typeof JSON.stringify(space)).toBe('string')
  }
  expect('resize' in fn).toBe(true)
  expect('pythonFunction' in fn).toBe(false)
  expect('video' in fn.experimental).toBe(false)
  expect(inspect(fn, { depth: 0 })).toContain('resize: [Function')
  expect(inspect(fn)).not.toContain('pythonFunction')
  const own = Object.keys(schemas).filter((name) => !schemas[name]!.internal)
  expect(Object.keys(fn).sort()).toEqual([...new Set(own.map((name) => name.split('.')[0]))].sort())
})

test('calls of missing operators do not compile', () => {
  void (() => {
    // @ts-expect-error not here yet
    fn.clahe({})
    // @ts-expect-error not here yet
    nd.clahe(nd.tensor([1]))
    // @ts-expect-error not here yet
    nd.pythonFunction(nd.tensor([1]))
  })
})

/** What the hint names of fn and types. */
const named = (hint: string) => [...hint.matchAll(/\b(fn|types)\.((?:\w+\.)*\w+)/g)].map(([, , name]) => name!)

test("other libraries' names of operators say what helps, and what helps is there", () => {
  const here = Object.keys(schemas).filter((name) => !schemas[name]!.internal)
  for (const [name, hint] of Object.entries(otherOperators)) {
    expect(here, name).not.toContain(name)
    expect(missing, name).not.toHaveProperty([name])
    for (const one of named(hint)) expect(here, `${name}: ${one}`).toContain(one)
  }
})

test.each([
  ['fn', 'randomHorizontalFlip', 'fn.flip(x, { horizontal: fn.random.coinFlip() })'],
  ['fn', 'RandomHorizontalFlip', 'fn.flip(x'],
  ['fn', 'random_horizontal_flip', 'fn.flip(x'],
  ['nd', 'readers.imageFolder', 'nd.readers.file'],
  ['fn', 'mixup', 'augment.mixUp'],
  ['fn', 'MixUp', 'augment.mixUp'],
  ['fn', 'toTensor', 'fn.cropMirrorNormalize'],
  ['fn', 'shuffle', 'shuffleAfterEpoch'],
  ['fn', 'readers.imageFolder', 'fn.readers.file'],
] as const)('%s.%s of another library: %s', (api, name, hint) => {
  expect(thrown(api, name)).toMatchObject({
    code: 'INVALID_ARGUMENT',
    detail: `Expected the name of an operator but received ${api}.${name}`,
    hint: expect.stringContaining(hint),
    callSite: expect.stringContaining('missing.test.ts'),
  })
})

test.each([
  ['UNCHANGED', 'types.ANY_DATA keeps'],
  ['FLOAT32', 'types.FLOAT'],
  ['float32', 'types.FLOAT'],
  ['BICUBIC', 'types.INTERP_CUBIC'],
  ['INTERP_LANCOZS3', 'Did you mean types.INTERP_LANCZOS3?'],
  ['rgb', 'Did you mean types.RGB?'],
  ['WHATEVER', 'There are: UINT8, '],
])('types.%s is refused where it is read: %s', (name, hint) => {
  const read = () => (types as Names)[name]
  expect(read).toThrow(`Expected the name of a constant but received types.${name}`)
  expect(read).toThrow(expect.objectContaining({ hint: expect.stringContaining(hint), code: 'INVALID_ARGUMENT' }))
})

test('types is read as any object, and what its hints name is there', async () => {
  const names = types as Names
  for (const key of ['then', 'toJSON', 'asymmetricMatch', '$$typeof', 'nodeType', 'default'])
    expect(names[key]).toBe(undefined)
  expect(await names).toBe(names)
  expect({ ...types }).toEqual(types)
  expect('UNCHANGED' in types).toBe(false)
  expect(inspect(types)).toContain("FLOAT: 'float32'")
  for (const [name, hint] of Object.entries(otherConstants)) {
    expect(Object.hasOwn(types, name), name).toBe(false)
    for (const one of named(hint).filter((one) => /^[A-Z]/.test(one))) expect(Object.keys(types), name).toContain(one)
  }
})
