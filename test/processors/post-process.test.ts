// What image processors do with the outputs of models: integers are those of Python's transformers, and floats are within a few ulp.
// @module-tag shared
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { imageProcessor } from 'penstock-data/transformers'
import { expect, test } from 'vitest'
import { type NumberArray, packed, unpacked } from '../../src/processors/arrays.js'
import { ran } from '../../src/processors/post/post-process.js'
import { processorOf } from '../../src/processors/processor.js'
import { options } from './golden.js'

type Draw = [dims: number[], seed: number, low: number, high: number]

interface Case {
  name: string
  method: string
  outputs: Record<string, Draw>
  options: Record<string, unknown>
  result: unknown
}

const golden = JSON.parse(readFileSync(new URL('../golden/processor_post.json', import.meta.url), 'utf8')) as {
  cases: Case[]
}

/** The numbers that make_processor_post.py draws. */
function drawn([dims, seed, low, high]: Draw): NumberArray {
  const size = dims.reduce((a, b) => a * b, 1)
  const data = Float32Array.from({ length: size }, (_, i) => {
    return low + ((high - low) * (Math.imul(i + seed * 7919, 2654435761) >>> 0)) / 2 ** 32
  })
  return { type: 'float32', dims, data }
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const camels = (options: object) =>
  Object.fromEntries(Object.entries(options).map(([key, value]) => [camel(key), value]))

/** How far floats may be apart, as a part of the largest: the last bits of torch depend on the processor. */
const near = (where: string) => (where.endsWith('.keypoints') ? 1e-4 : 1e-6)

function expectStored(made: unknown, stored: unknown, where: string): void {
  const facts = stored as { type?: string; dims?: number[]; digest?: string; every?: number; values?: number[] }
  if (facts?.dims) {
    const { type, dims, data } = made as NumberArray
    expect([type, ...dims], where).toEqual([facts.type, ...facts.dims])
    if (facts.digest) {
      const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      expect(createHash('sha256').update(bytes).digest('hex').slice(0, 12), where).toBe(facts.digest)
      return
    }
    const values = facts.values!.map((_, i) => Number(data[i * facts.every!]))
    const scale = Math.max(1, ...facts.values!.map(Math.abs))
    for (const [i, value] of values.entries()) {
      expect(
        Math.abs(value - facts.values![i]!) / scale,
        `${where}[${i}]: ${value}, not ${facts.values![i]}`,
      ).toBeLessThan(near(where))
    }
    return
  }
  if (typeof stored === 'object' && stored !== null) {
    expect(Object.keys(made as object).sort(), where).toEqual(Object.keys(stored).sort())
    for (const [key, value] of Object.entries(stored)) {
      expectStored((made as Record<string, unknown>)[key], value, `${where}.${key}`)
    }
    return
  }
  if (typeof stored === 'number') expect(made, where).toBeCloseTo(stored, 5)
  else expect(made, where).toBe(stored)
}

test.each(golden.cases.map((c, i) => [`${i} ${c.name} ${c.method} ${JSON.stringify(c.options)}`, c] as const))(
  '%s',
  (_, { name, method, outputs, options, result }) => {
    const { postProcesses, config } = processorOf({ image_processor_type: `${name}ImageProcessor` })
    const given = Object.fromEntries(Object.entries(outputs).map(([key, draw]) => [key, drawn(draw)]))
    const copy = structuredClone(given)
    expectStored(ran(postProcesses[camel(method)]!, given, camels(options), config), result, name)
    expect(given).toEqual(copy)
  },
)

test('a tree with arrays survives packing', () => {
  const tree = {
    a: drawn([[2, 3], 1, 0, 1]),
    list: [{ type: 'int64', dims: [2], data: BigInt64Array.of(1n, -2n) }, null, 'x'],
  }
  const bytes = packed(tree)
  const moved = new Uint8Array(bytes.length + 3).subarray(3)
  moved.set(bytes)
  expect(unpacked(bytes)).toEqual(tree)
  expect(unpacked(moved)).toEqual(tree)
})

test('a processor has the methods of its class', async () => {
  await using processor = imageProcessor({ image_processor_type: 'DetrImageProcessor' }, options)
  const outputs = { logits: drawn([[1, 3, 4], 1, -4, 4]), pred_boxes: drawn([[1, 3, 4], 2, 0.1, 0.5]) }
  const [found] = processor.postProcessObjectDetection(outputs, { threshold: 0, targetSizes: [[10, 20]] })
  expect([found!.scores.dims, found!.boxes.dims, found!.labels.type]).toEqual([[3], [3, 4], 'int64'])
  expect(() => processor.postProcessDepthEstimation(outputs)).toThrow(
    expect.objectContaining({ code: 'UNSUPPORTED', message: expect.stringContaining('postProcessObjectDetection()') }),
  )
})

test.each([
  [{ logits: 3, pred_boxes: 3 }, {}, 'logits'],
  [{ logits: drawn([[1, 3, 4], 1, -4, 4]) }, {}, 'pred_boxes'],
  [{ logits: drawn([[1, 3, 4], 1, -4, 4]), pred_boxes: drawn([[1, 2, 4], 2, 0, 1]) }, {}, '1 x 3 x 4'],
  [
    { logits: drawn([[1, 3, 4], 1, -4, 4]), pred_boxes: drawn([[1, 3, 4], 2, 0, 1]) },
    { targetSizes: [[3]] },
    'targetSizes',
  ],
  [{ logits: drawn([[1, 3, 4], 1, -4, 4]), pred_boxes: drawn([[1, 3, 4], 2, 0, 1]) }, { topk: 3 }, 'topk'],
])('outputs %j with %j are refused', (outputs, given, words) => {
  const { postProcesses, config } = processorOf({ image_processor_type: 'DetrImageProcessor' })
  expect(() => ran(postProcesses.objectDetection!, outputs, given, config)).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(words) }),
  )
})
