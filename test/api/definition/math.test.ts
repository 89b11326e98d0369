// math.* while a pipeline is being defined: what it records, what it refuses at the call, and where it says it was.
// @module-tag shared
import { readFileSync } from 'node:fs'
import { type DataNode, fn, math, PipelineError } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { record } from '../../../src/definition/record.js'

const lineOf = (call: string) => {
  const at = readFileSync(import.meta.filename, 'utf8').indexOf(call)
  return readFileSync(import.meta.filename, 'utf8')
    .slice(0, at)
    .split('\n').length
}

function failure(act: () => unknown): PipelineError {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(PipelineError)
    return error as PipelineError
  }
  return expect.fail('it did not fail')
}

/** The graph of a definition with one float input. */
const define = (body: (x: DataNode) => DataNode) => record(() => body(fn.random.uniform()))

// biome-ignore lint/suspicious/noExplicitAny: wrong operands are what is tested
const wrong = math as any

describe('math', () => {
  it('records one node per call, with constants as arguments', () => {
    const { nodes } = define((x) => math.clamp(math.mul(x, 2), true, math.constant(0.5, 'float64')))
    expect(nodes.slice(1).map(({ op, inputs, args }) => ({ op, inputs: inputs.length, args }))).toEqual([
      { op: 'math', inputs: 1, args: { operation: 'mul', constants: ['', 'int32 2'] } },
      { op: 'math', inputs: 1, args: { operation: 'clamp', constants: ['', 'bool 1', 'float64 0.5'] } },
    ])
  })

  it('names the nodes after the operation', () => {
    const { nodes } = define((x) => math.add(math.sqrt(math.add(x, 1)), x))
    expect(nodes.slice(1).map(({ name }) => name)).toEqual(['math.add', 'math.sqrt', 'math.add_2'])
  })

  it('belongs in a definition', () => {
    let kept: DataNode | undefined
    define((x) => {
      kept = x
      return x
    })
    const error = failure(() => math.neg(kept!)) // outside
    expect(error.code).toBe('INVALID_ARGUMENT')
    expect(error.op).toBe('math.neg')
    expect(error.message).toContain('Expected to be called while a pipeline is being defined')
    expect(error.callSite).toContain(`math.test.ts:${lineOf('math.neg(kept!)) // outside')}:`)
  })

  it('takes nodes of its own pipeline only', () => {
    let other: DataNode | undefined
    define((x) => {
      other = x
      return x
    })
    const error = failure(() => define((x) => math.add(x, other!)))
    expect(error.detail).toBe('Expected a DataNode of this pipeline for b but received one of another')
    expect(error.op).toBe('math.add')
  })

  it.each([
    [
      'a string',
      () => define((x) => wrong.add(x, '3')),
      'Expected a DataNode, a number or a boolean for b but received "3"',
    ],
    [
      'an array',
      () => define((x) => wrong.add([1, 2], x)),
      'Expected a DataNode, a number or a boolean for a but received [1, 2]',
    ],
    ['nothing', () => define((x) => wrong.min(x)), 'Expected 2 operands (a, b) but received 1'],
    ['too much', () => define((x) => wrong.sqrt(x, 2)), 'Expected 1 operand (a) but received 2'],
    ['too little', () => define((x) => wrong.clamp(x, 1)), 'Expected 3 operands (value, lo, hi) but received 2'],
    [
      'constants alone',
      () => define(() => wrong.add(1, 2)),
      'Expected a DataNode for at least one operand but received 1, 2',
    ],
    [
      'a bigint',
      () => define((x) => wrong.add(x, 3n)),
      'Expected a DataNode, a number or a boolean for b but received 3n',
    ],
  ])('refuses %s', (_, act, words) => {
    const error = failure(act)
    expect([error.code, error.callSite?.includes('math.test.ts')]).toEqual(['INVALID_ARGUMENT', true])
    expect(error.message).toContain(words)
  })

  it('asks for the dtype of a whole number that int32 does not hold', () => {
    const error = failure(() => define((x) => math.pow(2 ** 31, x)))
    expect(error.message).toContain(
      'Expected an integer from -2147483648 to 2147483647 (int32) for base but received 2147483648',
    )
    expect(error.hint).toContain("math.constant(2147483648, 'int64')")
    define((x) => math.pow(math.constant(2 ** 31, 'int64'), x))
    define((x) => math.add(x, -(2 ** 31)))
  })

  it.each([
    [() => math.constant(256, 'uint8'), 'Expected an integer from 0 to 255 (uint8) for value but received 256'],
    [() => math.constant(-1, 'uint64'), 'Expected an integer from 0 to 18446744073709551615 (uint64) for value'],
    [() => math.constant(1.5, 'int32'), '(int32) for value but received 1.5'],
    [() => math.constant(2n ** 63n, 'int64'), '(int64) for value but received 9223372036854775808n'],
    [() => wrong.constant(1, 'float16'), "Expected one of 'bool', 'int8', "],
    [() => wrong.constant(1), 'for dtype but received undefined'],
    [() => wrong.constant('1', 'int32'), 'Expected a number or a boolean for value but received "1"'],
    [() => math.constant([], 'int32'), 'Expected rows of one length for value but received others or none'],
    [() => math.constant([[1, 2], [3]], 'int32'), 'Expected rows of one length for value'],
    [() => math.constant([[1, 2], 3], 'int32'), 'Expected rows of one length for value'],
    [() => math.constant([1, 300], 'uint8'), 'Expected an integer from 0 to 255 (uint8) for element 1 of value'],
    [() => wrong.constant([1, '2'], 'uint8'), 'Expected numbers or booleans for value but received "2" as element 1'],
    [() => math.constant([1, 2], 'uint8'), 'Expected to be called while a pipeline is being defined'],
  ])('constant %#', (act, words) => {
    const error = failure(act)
    expect([error.code, error.op]).toEqual(['INVALID_ARGUMENT', 'math.constant'])
    expect(error.message).toContain(words)
  })

  it('is typed: at least one operand is a value of the graph', () => {
    // @ts-expect-error two constants
    expect(failure(() => math.add(1, true)).code).toBe('INVALID_ARGUMENT')
    // @ts-expect-error a constant alone
    expect(failure(() => math.sqrt(2)).code).toBe('INVALID_ARGUMENT')
  })

  it('says so where JavaScript operators are used instead', () => {
    expect(failure(() => define((x) => ((x as never as number) * 2) as never)).hint).toContain('math.*')
  })

  it('is documented in full', () => {
    const page = readFileSync(new URL('../../../docs/reference/math.md', import.meta.url), 'utf8')
    expect(Object.keys(math).filter((name) => !new RegExp(`\`${name}\\b`).test(page))).toEqual([])
  })
})
