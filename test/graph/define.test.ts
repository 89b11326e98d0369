// pipelineDef in its four forms, which arguments are options, and the types of the outputs. Nothing here is run.
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { pipelineDef } from '../../src/api/define.js'
import { fn } from '../../src/api/fn.js'
import type { DataNode } from '../../src/api/node.js'
import type { Pipeline } from '../../src/api/pipeline.js'
import type { TensorList } from '../../src/api/tensor-list.js'
import type { ReaderStage } from '../../src/graph/types.js'

const root = (pipe: Pipeline<unknown>) => (pipe.graph().stages[0] as ReaderStage).reader.fileRoot
const job = (path = 'none') => fn.readers.file({ fileRoot: path })[0]

describe('forms', () => {
  test('pipelineDef(fn)', () => {
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
  test('pipelineDef(options)(fn)', () => {
    expect(pipelineDef({ batchSize: 2 })(job)('a').options.batchSize).toBe(2)
  })
  test('method decorator: `this` is the object', () => {
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
  test('an object with the name of an option', () => {
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
  test('more arguments than the definition has: misspelt options are found', () => {
    expect(() => pipelineDef((path: string) => job(path))({ batchsize: 1 } as never, 'a')).toThrow(
      /Did you mean 'batchSize'/,
    )
    expect(() => pipelineDef(() => job())({ batchsize: 1 } as never)).toThrow(/Did you mean 'batchSize'/)
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
  expectTypeOf<Awaited<ReturnType<typeof pair.run>>>().toEqualTypeOf<[contents: TensorList, labels: TensorList]>()
  const list = pipelineDef({ batchSize: 1 }, () => [job(), job()])()
  expectTypeOf<Awaited<ReturnType<typeof list.run>>>().toEqualTypeOf<[TensorList, TensorList]>()
  const named = pipelineDef({ batchSize: 1 }, () => ({ images: job() }))()
  expectTypeOf<Awaited<ReturnType<typeof named.run>>>().toEqualTypeOf<{ images: TensorList }>()
  const one = pipelineDef({ batchSize: 1 }, () => job())()
  expectTypeOf<Awaited<ReturnType<typeof one.run>>>().toEqualTypeOf<[TensorList]>()
})
