// The graph format (docs/design/graph-format.md): what is written, what older releases wrote, and what is refused with which words,
// alike in TypeScript, C++ and (python/tests/test_dali_format.py) Python.
// @module-tag shared
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { Pipeline, PipelineError, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { misfit } from '../../src/graph/conform.js'
import { formatVersion, graphFormat, maxNesting } from '../../src/graph/format.js'
import { ask } from '../cpp/probe.js'
import { runs } from '../util/soak.js'
import { written } from './format/definitions.js'

const folder = new URL('./format/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'faults.json')

/** A text without what is no part of a definition's meaning: lines of source files. */
const plain = (text: string): unknown => JSON.parse(text, (key, value) => (key === 'callSite' ? '' : value))
const stored = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const options = { batchSize: 2, numThreads: 1, seed: 7, enableConditionals: true } as const

describe('a definition', () => {
  test.each(Object.keys(written))('%s is written as it was', async (name) => {
    const text = pipelineDef(options, written[name] as never)().serialize()
    await expect(`${JSON.stringify(plain(text), null, 1)}\n`).toMatchFileSnapshot(`format/${name}.json`)
  })

  test.each(files)('of %s is written by all languages as it is read', (name) => {
    const text = stored(name)
    expect(plain(Pipeline.deserialize(text).serialize())).toEqual(plain(text))
    const { graph, options } = ask<{ graph: object; options: object }>([{ text }])[0]!
    // C++ keeps the options that it has.
    expect({ graph, options: { ...options, enableConditionals: true } }).toEqual({
      ...(plain(text) as object),
      penstock: undefined,
    })
  })
})

/** Changes of a text, with the words that say what is wrong. Python has the same. */
const faults = JSON.parse(stored('faults.json')) as { at: (string | number)[]; to?: unknown; says: string }[]

/** `text` with another value at a place, or without the one that is there. */
function changed(text: string, at: readonly (string | number)[], to: unknown): string {
  const data = JSON.parse(text)
  const last = at.at(-1)!
  const parent = at.slice(0, -1).reduce((value, step) => value[step], data)
  if (to === undefined) delete parent[last]
  else parent[last] = to
  return JSON.stringify(data)
}

function refusal(text: string): PipelineError {
  try {
    Pipeline.deserialize(text)
  } catch (error) {
    if (error instanceof PipelineError) return error
    throw error
  }
  throw new Error('read')
}

describe('a text', () => {
  const text = stored('classification.json')

  test.each(faults)('with $at as $to is refused in TypeScript and C++', ({ at, to, says }) => {
    const wrong = changed(text, at, to)
    const { code, message } = refusal(wrong)
    expect(code).toBe('INVALID_ARGUMENT')
    expect(message).toContain(says)
    expect(ask([{ text: wrong }])[0]).toMatchObject({ code, message: says })
  })

  test('of a newer version says who reads it', () => {
    const newer = changed(text, ['penstock'], formatVersion + 1)
    const cure = 'A newer penstock wrote it: use that one to read it'
    expect(refusal(newer).message).toContain(
      `Expected version ${formatVersion} for penstock but received ${formatVersion + 1}`,
    )
    expect(refusal(newer).hint).toBe(cure)
    expect(ask([{ text: newer }])[0]).toMatchObject({ hint: cure })
  })

  test('that is nested without end is refused, and not by the stack', () => {
    for (const depth of [maxNesting + 1, 1_000_000]) {
      const deep = text.replace('"args": {', `"args": {"x": ${'['.repeat(depth)}${']'.repeat(depth)},`)
      expect(refusal(deep).message).toContain(`nested at most ${maxNesting} deep`)
      expect(ask([{ text: deep }])[0]).toMatchObject({ code: 'INVALID_ARGUMENT' })
    }
  })

  test('that is large is read or refused at once', { timeout: 20_000 }, () => {
    const { graph } = JSON.parse(text)
    const [node] = graph.nodes
    const many = Array.from({ length: 100_001 }, (_, id) => ({ ...node, id, name: `n${id}` }))
    const guards = Array.from({ length: 999 }, () => ({ value: { node: 0, output: 0 }, want: 0 }))
    expect(refusal(changed(text, ['graph', 'nodes'], many)).message).toContain(
      'a list of 1 to 100000 nodes for graph.nodes',
    )
    expect(refusal(changed(text, ['graph', 'nodes', 1, 'guards'], guards)).message).toContain('another branch')
  })

  test('of random changes has one of three ends: it is read, and written as it was read, or it is refused with a typed error', {
    tags: 'property',
  }, () => {
    const texts = files.map(stored)
    const leaf = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(-1, 0, 1, 2 ** 31, 2 ** 53, 'merge', 'jsFunction', '__proto__', null),
    )
    const place = fc.record({
      text: fc.nat(texts.length - 1),
      steps: fc.array(fc.nat(), { minLength: 1, maxLength: 7 }),
      to: fc.option(leaf, { nil: undefined }),
    })
    fc.assert(
      fc.property(place, ({ text: i, steps, to }) => {
        const data = JSON.parse(texts[i]!)
        const at = placeOf(data, steps)
        const wrong = changed(texts[i]!, at, to)
        let pipe: Pipeline
        try {
          pipe = Pipeline.deserialize(wrong)
        } catch (error) {
          expect(error).toBeInstanceOf(PipelineError)
          expect((error as PipelineError).code).toMatch(
            /INVALID_ARGUMENT|UNSUPPORTED|CUDA_UNAVAILABLE|CHECKPOINT_MISMATCH/,
          )
          return
        }
        expect(JSON.parse(pipe.serialize()).graph).toEqual(JSON.parse(wrong).graph)
      }),
      { numRuns: runs(5000, 500) },
    )
  })
})

/** A place in a value: each step picks one of the names or numbers that are there, until none is. */
function placeOf(value: unknown, steps: readonly number[]): (string | number)[] {
  const at: (string | number)[] = []
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) break
    const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
    if (!keys.length) break
    const key = keys[step % keys.length]!
    at.push(key)
    value = (value as Record<string | number, unknown>)[key]
  }
  return at
}

test('the text of the document is one', () => {
  const document = readFileSync(new URL('../../docs/design/graph-format.md', import.meta.url), 'utf8')
  const text = document.match(/```json\n([\s\S]*?)```/)![1]!
  expect(plain(Pipeline.deserialize(text).serialize())).toEqual(plain(text))
})

test('the schema is one that JSON Schema knows: each part has a title and a kind, and each reference leads somewhere', () => {
  const check = (format: Record<string, unknown>, path: string): void => {
    if (format.$ref) expect(graphFormat.$defs, path).toHaveProperty(String(format.$ref).replace('#/$defs/', ''))
    else expect(Object.keys(format), path).toContain('title')
    for (const [name, field] of Object.entries((format.properties ?? {}) as Record<string, Record<string, unknown>>))
      check(field, `${path}.${name}`)
  }
  for (const [name, format] of Object.entries(graphFormat.$defs)) check(format as never, name)
  expect(misfit(graphFormat.$defs.value, { node: 0, output: 0 })).toBeUndefined()
})
