// pipelineDef in its four forms, and which arguments are options. The Pipeline here only keeps what it was given.
import { describe, expect, test, vi } from 'vitest'
import { pipelineDef } from '../../src/api/define.js'
import { fn } from '../../src/api/fn.js'
import type { DataNode } from '../../src/api/node.js'
import type { PipelineOptions } from '../../src/api/options.js'
import type { Graph } from '../../src/graph/types.js'

vi.mock('../../src/api/pipeline.js', () => ({
  Pipeline: class {
    constructor(
      readonly given: Graph,
      readonly options: PipelineOptions,
    ) {}
  },
}))

const look = (pipe: unknown) => pipe as { given: Graph; options: PipelineOptions }
const root = (pipe: unknown) => look(pipe).given.nodes[0]!.args.fileRoot
const job = (path = 'none') => fn.readers.file({ fileRoot: path })[0]

describe('forms', () => {
  test('pipelineDef(fn)', () => {
    const make = pipelineDef(job)
    expect(root(make('a'))).toBe('a')
    expect(look(make({ batchSize: 3 }, 'a')).options).toEqual({ batchSize: 3 })
  })
  test('pipelineDef(options, fn): the call overrides', () => {
    const make = pipelineDef({ batchSize: 2, seed: 1 }, job)
    expect(look(make('a')).options).toEqual({ batchSize: 2, seed: 1 })
    const pipe = make({ batchSize: 5 }, 'b')
    expect(look(pipe).options).toEqual({ batchSize: 5, seed: 1 })
    expect(root(pipe)).toBe('b')
  })
  test('pipelineDef(options)(fn)', () => {
    expect(look(pipelineDef({ batchSize: 2 })(job)('a')).options).toEqual({ batchSize: 2 })
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
    expect(look(pipe).given.nodes[1]!.args).toEqual({ horizontal: 1 })
  })
})

describe('which argument is the options', () => {
  test('an object with the name of an option', () => {
    expect(look(pipelineDef((_?: unknown) => job())({ seed: 3 })).options).toEqual({ seed: 3 })
  })
  test("an object without one is the definition's own", () => {
    const make = pipelineDef((config: { path: string }) => job(config.path))
    expect(root(make({ path: 'mine' }))).toBe('mine')
    expect(root(make({ batchSize: 1 }, { path: 'mine' }))).toBe('mine')
  })
  test('{} in front settles it', () => {
    const make = pipelineDef((config: { seed: string }) => job(config.seed))
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
