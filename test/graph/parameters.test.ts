// Tests how many arguments a function can take, from its text.
import { expect, test } from 'vitest'
import { maxArguments } from '../../src/definition/parameters.js'

// The text of a function is what counts, so these are made from text.
const made = (text: string) => new Function(`return (${text})`)() as () => void
const method = (text: string) => made(`{ ${text} }`) as unknown as Record<string, () => void>

test.each<[string, number]>([
  ['() => 1', 0],
  ['x => x', 1],
  ['async x => x', 1],
  ['(a) => a', 1],
  ['(a, b = 2) => a', 2],
  ['(a, b = [1, 2], c = { d: 1, e: f(3, 4) },) => a', 3],
  ['({ a = 1, b = ")" } = {}) => a', 1],
  ['function (a, /* b, */ c) {}', 2],
  ['function named /* ( */ (a, // b,\n c) {}', 2],
  ['(a = "x,\\"y", b = `,`) => a', 2],
  ['(a, ...rest) => a', Infinity],
  ['function () { return arguments[0] }', Infinity],
  // What is not understood.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a function.
  ['(a = `${[1, 2]}`) => a', Infinity],
  ['(a = /[,)]/) => a', Infinity],
  ['Math.max', Infinity],
  ['((a) => a).bind(null)', Infinity],
])('%s: %d', (text, most) => {
  expect(maxArguments(made(text))).toBe(most)
})

test('methods take as many arguments as their text shows', () => {
  expect(maxArguments(method('job(a, b = 1) {}').job!)).toBe(2)
  expect(maxArguments(method('["a(b"](a, b, c = 1) {}')['a(b']!)).toBe(3)
})
