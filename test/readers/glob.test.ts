// Name filters against libc's fnmatch, and the pattern shapes that need care.
import { expect, it } from 'vitest'
import { nameFilter } from '../../src/readers/glob.js'
import { golden } from './helpers.js'

it('matches as fnmatch does, with and without case', () => {
  expect(golden.globs.length).toBeGreaterThan(300)
  for (const [pattern, name, sensitive, insensitive] of golden.globs) {
    expect([pattern, name, nameFilter([pattern], true)(name)]).toEqual([pattern, name, sensitive === 1])
    expect([pattern, name, nameFilter([pattern], false)(name)]).toEqual([pattern, name, insensitive === 1])
  }
})

it('takes any of several patterns, anchored at both ends', () => {
  const test = nameFilter(['*.jpg', 'a?', ''], true)
  expect(['x.jpg', '.jpg', 'ab', 'x.jpg.txt', 'cab', 'abc', ''].map(test)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect(nameFilter([''], true)('')).toBe(false)
})

it('returns from patterns that end in backslashes', () => {
  expect(nameFilter(['[ab]\\\\'], true)('a\\')).toBe(true)
  expect(nameFilter(['x\\\\*'], true)('x\\y')).toBe(true)
})
