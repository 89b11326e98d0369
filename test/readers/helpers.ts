// Helps the reader tests: the golden file, error expectations, and the chi-square bound.
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { fn } from '../../src/api/fn.js'
import { record } from '../../src/definition/record.js'
import { PipelineError } from '../../src/errors.js'
import type { ReadersFileOptions } from '../../src/generated/fn.js'
import type { DatasetReport } from '../../src/native/dataset.js'
import { forReader } from '../../src/readers/args.js'
import { indexSync } from '../../src/readers/dataset.js'

export type FileArgs = ReadersFileOptions

/** What readers.file finds, with all samples; or throws what is wrong with its arguments or with the files. */
export function scanned(args: FileArgs): DatasetReport {
  const { args: checked } = record(() => fn.readers.file(args)).nodes[0]!
  const data = indexSync('readers.file', checked)
  try {
    return data.report()
  } finally {
    data.close()
  }
}

export const entries = ({ samples }: DatasetReport): [label: number, path: string][] =>
  samples.map(({ label, source }) => [label as number, source])

type Entries = [label: number, source: string][] | null

export interface Golden {
  sampling: [number, number, number, number, number, number, [number, number, number, number, number, number], string][]
  tree: string[]
  links: [string, string][]
  trees: [Record<string, unknown>, Entries][]
  listed: string[]
  lists: [string, Entries][]
  arguments: [Record<string, unknown>, 0 | 1][]
  globs: [pattern: string, name: string, sensitive: number, insensitive: number][]
}

/** What DALI and libc say; made by golden/make_golden.py. */
export const golden: Golden = JSON.parse(readFileSync(new URL('./golden/readers_file.json', import.meta.url), 'utf8'))

export function camelKeys(args: Record<string, unknown>): Record<string, unknown> {
  const camel = (key: string) => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [camel(key), value]))
}

/** Runs `body`, which must throw a PipelineError of the reader with this code, and gives it back. */
export function failure(body: () => unknown, code: string): PipelineError {
  let caught: unknown
  try {
    // As what knows the reader does.
    forReader('readers.file', body)
  } catch (error) {
    caught = error
  }
  expect(caught).toBeInstanceOf(PipelineError)
  const error = caught as PipelineError
  expect(error).toMatchObject({ code, op: 'readers.file', hint: expect.stringMatching(/.{10}/) })
  expect(error.message).toMatch(/^\[readers\.file\] Expected /)
  return error
}

/** Fails if the counts are no sample of the expected ones: five standard deviations above the mean of chi-square. */
export function expectCounts(counts: ArrayLike<number>, expected: (cell: number) => number): void {
  let chi2 = 0
  for (let i = 0; i < counts.length; i++) chi2 += (counts[i]! - expected(i)) ** 2 / expected(i)
  const freedom = counts.length - 1
  expect(chi2).toBeLessThan(freedom + 5 * Math.sqrt(2 * freedom) + 5)
}

/** The number of a permutation among all of its length. */
export function rankOf(permutation: readonly number[]): number {
  return permutation.reduce((rank, value, i) => {
    const smaller = permutation.slice(i + 1).filter((later) => later < value).length
    return rank * (permutation.length - i) + smaller
  }, 0)
}

export function range(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i)
}

/** The edges of blocks of these lengths, over and over, in a data set of `size` samples. */
export function edgesOf(size: number, lengths: readonly number[]): Int32Array {
  const edges = [0]
  for (let k = 0; edges.at(-1)! < size; k++) edges.push(Math.min(size, edges.at(-1)! + lengths[k % lengths.length]!))
  return Int32Array.from(edges)
}

export function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1)
}
