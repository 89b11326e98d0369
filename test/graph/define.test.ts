// pipelineDef in its four forms, which arguments are options, and the types of the outputs. Nothing here is run.
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { pipelineDef } from '../../src/api/define.js'
import { fn } from '../../src/api/fn.js'
import type { Pipeline } from '../../src/api/pipeline.js'
import type { TensorList } from '../../src/data/tensor-list.js'
import type { DataNode } from '../../src/definition/node.js'
import type { ReaderStage } from '../../src/graph/types.js'

const root = (pipe: Pipeline<unknown>) => (pipe.graph().stages[0] as ReaderStage).reader.fileRoot
const job = (path = 'none') => fn.readers.file({ fileRoot: path })[0]

describe('forms of pipelineDef', () => {
  test('pipelineDef(fn) gives a factory', () => {
    const make = pipelineDef(job)
    const pipe = make({ batchSize: 3 }, 'a')
    expect(root(pipe)).toBe('a')
    expect(pipe.options.batchSize).toBe(3)
    expect(() => make('a')).toThrow(/batchSize/)
  })
  test('pipelineDef(options, fn): the call overrides', () => {
    const make = pipelineDef({ batchSize: 2, seed: 1 }, job)
    expect(make('a').options).toMatchObject({ batchSize: 2, seed: 1 })
    const pipe = make({ batchSize: 5 }, 'b')
    expect(pipe.options).toMatchObject({ batchSize: 5, seed: 1 })
    expect(root(pipe)).toBe('b')
  })
  test('pipelineDef(fn, options) takes options after the function', () => {
    expect(pipelineDef(job, { batchSize: 2 })('a').options.batchSize).toBe(2)
    expect(() => pipelineDef(job, { batchsize: 2 } as never)).toThrow(/Did you mean 'batchSize'/)
    const more = pipelineDef as (...given: unknown[]) => unknown
    expect(() => more({ batchSize: 2 }, job, 'a')).toThrow(
      /Expected options and a function but received "a" behind them/,
    )
    expect(() => more(job, job)).toThrow(/Expected an object of options but received a function/)
  })
  test('pipelineDef(options)(fn) is a decorator', () => {
    expect(pipelineDef({ batchSize: 2 })(job)('a').options.batchSize).toBe(2)
  })
  test('a method decorator keeps the object as `this`', () => {
    // What the compiler makes of `@pipelineDef({ batchSize: 2 }) train(flip) { ... }`.
    const decorator = pipelineDef({ batchSize: 2 })
    function method(this: { path: string }, flip: number): DataNode {
      return fn.flip(job(this.path), { horizontal: flip })
    }
    const train = decorator(method, { kind: 'method', name: 'train' } as ClassMethodDecoratorContext)
    const jobs = { path: 'from this', train }
    const pipe = jobs.train(1)
    expect(root(pipe)).toBe('from this')
    expect(pipe.toString()).toContain('horizontal: 1')
  })
})

describe('which argument is the options', () => {
  test('an object with the name of an option is taken for options', () => {
    expect(pipelineDef({ batchSize: 1 }, (_?: unknown) => job())({ seed: 3 }).options.seed).toBe(3)
  })
  test("an object without one is the definition's own", () => {
    const make = pipelineDef({ batchSize: 2 }, (config: { path: string }) => job(config.path))
    expect(root(make({ path: 'mine' }))).toBe('mine')
    expect(root(make({ batchSize: 1 }, { path: 'mine' }))).toBe('mine')
  })
  test('{} in front settles it', () => {
    const make = pipelineDef({ batchSize: 2 }, (config: { seed: string }) => job(config.seed))
    expect(root(make({}, { seed: 'mine' }))).toBe('mine')
  })
  test('more arguments than the definition has are refused, so misspelt options are found', () => {
    expect(() => pipelineDef((path: string) => job(path))({ batchsize: 1 } as never, 'a')).toThrow(
      /Did you mean 'batchSize'/,
    )
    expect(() => pipelineDef(() => job())({ batchsize: 1 } as never)).toThrow(/Did you mean 'batchSize'/)
  })
})

describe('options after the arguments override those of the definition, as keyword arguments do in DALI', () => {
  const one = pipelineDef({ batchSize: 2, seed: 1 }, (path: string) => job(path))
  const preset = pipelineDef({ batchSize: 2 }, (path: string = 'preset', size: number = 8) =>
    fn.resize(job(path), { size: [size] }),
  )
  const config = pipelineDef({ batchSize: 2 }, ({ path = 'preset', seed = 0 } = {}) => job(`${path}${seed}`))
  const many = pipelineDef({ batchSize: 2 }, (...paths: string[]) => paths.map((path) => job(path)))

  test.each<[string, () => Pipeline<unknown>, string, object]>([
    ['behind', () => one('a', { prefetchQueueDepth: 1, batchSize: 9 }), 'a', { batchSize: 9, seed: 1 }],
    ['behind, but undefined', () => one('a', undefined as never), 'a', { batchSize: 2 }],
    ['behind arguments with defaults', () => preset('b', 4, { batchSize: 9 }), 'b', { batchSize: 9 }],
    ['in the place of one', () => preset('b', { batchSize: 9 }), 'b', { batchSize: 9 }],
    ['in front of none', () => preset({ batchSize: 9 }), 'preset', { batchSize: 9 }],
    ['behind any number', () => many('a', 'b', { batchSize: 9 }), 'a', { batchSize: 9 }],
    ['in front of any number', () => many({ batchSize: 9 }, 'a', 'b'), 'a', { batchSize: 9 }],
    ['none: an object with defaults', () => config({ path: 'c' }), 'c0', { batchSize: 2 }],
    ['none: that object left out', () => config(), 'preset0', { batchSize: 2 }],
    ['behind that object', () => config({ path: 'c' }, { batchSize: 9 }), 'c0', { batchSize: 9 }],
    ['{} in front of that object', () => config({}, { path: 'c', seed: 4 }), 'c4', { batchSize: 2 }],
    ['{} in front of any number', () => many({}, 'a', 'b'), 'a', { batchSize: 2 }],
  ])('%s', (_, make, path, options) => {
    const pipe = make()
    expect(root(pipe)).toBe(path)
    expect(pipe.options).toMatchObject(options)
  })

  test.each<[string, (...args: never[]) => unknown, unknown[], RegExp]>([
    ['a misspelt one behind', one, ['a', { prefetchQueueDepht: 1 }], /Did you mean 'prefetchQueueDepth'/],
    ['a misspelt one among others', one, ['a', { batchSize: 1, sed: 1 }], /Did you mean 'seed'/],
    ['another object behind', one, ['a', { path: 1 }], /Expected a known option but received "path"/],
    ['one argument too many', one, ['a', 'b'], /at most 1 argument for the definition but received 2: "a", "b"/],
    ['one too many behind options', one, [{ seed: 2 }, 'a', 'b'], /at most 1 argument for the definition/],
    ['options on both sides', one, [{ seed: 2 }, 'a', { seed: 3 }], /at most 1 argument/],
    ['an argument where there is none', pipelineDef({ batchSize: 1 }, () => job()), ['a'], /Expected no argument for/],
    ['a wrong value', one, ['a', { batchSize: 0 }], /for batchSize but received 0/],
  ])('refused: %s', (_, make, args, message) => {
    expect(() => make(...(args as never[]))).toThrow(message)
    expect(() => make(...(args as never[]))).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  })

  test('the compiler knows both places', () => {
    void (() => {
      one('a', { batchSize: 9 })
      one({ batchSize: 9 }, 'a')
      // @ts-expect-error a misspelt option
      one('a', { batchsize: 9 })
      // @ts-expect-error an argument too many
      one('a', 'b')
    })
  })
})

test('wrong options are found at the definition', () => {
  expect(() => pipelineDef({ batchSize: -1 }, job)).toThrow(/batchSize/)
  expect(() => pipelineDef({ batchSize: 1 }, 'x' as never)).toThrow(/Expected a function for the definition/)
})

test('each call runs the definition anew', () => {
  const definition = vi.fn(() => job())
  const make = pipelineDef({ batchSize: 1 }, definition)
  make()
  make()
  expect(definition).toHaveBeenCalledTimes(2)
})

test('outputs have the form of the definition (checked by the compiler)', () => {
  const pair = pipelineDef({ batchSize: 1 }, () => fn.readers.file({ fileRoot: 'a' }))()
  expectTypeOf<Awaited<ReturnType<typeof pair.run>>>().toEqualTypeOf<
    [contents: TensorList<'uint8'>, labels: TensorList<'int32'>]
  >()
  const list = pipelineDef({ batchSize: 1 }, () => [job(), job()])()
  expectTypeOf<Awaited<ReturnType<typeof list.run>>>().toEqualTypeOf<[TensorList<'uint8'>, TensorList<'uint8'>]>()
  const named = pipelineDef({ batchSize: 1 }, () => ({ images: job() }))()
  expectTypeOf<Awaited<ReturnType<typeof named.run>>>().toEqualTypeOf<{ images: TensorList<'uint8'> }>()
  const one = pipelineDef({ batchSize: 1 }, () => job())()
  expectTypeOf<Awaited<ReturnType<typeof one.run>>>().toEqualTypeOf<[TensorList<'uint8'>]>()
})
