// Tests the text that console.log shows of a pipeline's outputs: their type and a few values, and never an error.
// @module-tag shared
import { inspect } from 'node:util'
import { fn, pipelineDef, type SampleData } from 'penstock-data'
import { expect, test } from 'vitest'

const define = (samples: SampleData[], options = {}) =>
  pipelineDef({ batchSize: samples.length, numThreads: 1, ...options }, () =>
    fn.externalSource({ source: () => samples, name: 'x' }),
  )()

const image = { data: Uint8Array.of(1, 2, 3, 40, 50, 60), shape: [1, 2, 3], layout: 'HWC' }

test('outputs show shape, dtype, layout, device and a few values', async () => {
  await using pipe = define([image, image, image, image])
  const [list] = await pipe.run()
  const sample = '\n  [[[ 1  2  3]\n    [40 50 60]]]'
  expect(inspect(list)).toBe(
    `TensorList(4 samples, uint8, [1, 2, 3], HWC, cpu)\n0:${sample}\n1:${sample}\n2:${sample}\n... 1 more`,
  )
  expect(inspect(list.slice(0, 3))).not.toContain('more')
  expect(inspect(list.at(3))).toBe(`Tensor(uint8, [1, 2, 3], HWC, cpu)${sample}`)
  expect(inspect(list.slice(1, 2))).toBe(`TensorList(1 sample, uint8, [1, 2, 3], HWC, cpu)\n0:${sample}`)
  expect(inspect(list.slice(0, 0))).toBe('TensorList(0 samples, uint8, HWC, cpu)')
  expect(inspect({ list: list.slice(0, 1) })).toContain('TensorList(1 sample')
})

test('samples of different shapes show theirs', async () => {
  await using pipe = define([Float32Array.of(0.5), Float32Array.of(1, 2)])
  const [list] = await pipe.run()
  expect(inspect(list)).toBe('TensorList(2 samples, float32, shapes differ, cpu)\n0: [1]\n  [0.5]\n1: [2]\n  [1. 2.]')
})

test.each([{}, { execDynamic: false }])('a released output says so: %j', async (options) => {
  await using pipe = define([image], options)
  const [list] = await pipe.run()
  const [tensor, kept] = [list.at(0), list.at(0).copy()]
  list.release()
  expect(inspect(list)).toBe('TensorList(1 sample, uint8, HWC, cpu) released')
  expect(inspect(tensor)).toBe('Tensor(uint8, [1, 2, 3], HWC, cpu) released')
  expect(inspect(kept)).toMatch(/^Tensor\(uint8, \[1, 2, 3\], HWC, cpu\)\n/)
})

test('an output that was transferred to another buffer says so', async () => {
  await using pipe = define([image])
  const [list] = await pipe.run()
  const copy = list.at(0).copy()
  structuredClone(0, { transfer: [copy.dataSync().buffer as ArrayBuffer] })
  expect(inspect(copy)).toBe('Tensor(uint8, [1, 2, 3], HWC, cpu) released')
})
