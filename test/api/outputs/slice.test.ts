// TensorList.slice: a view on some samples of a batch, the same in every accessor.
// @module-tag shared

import { inspect } from 'node:util'
import { fn, pipelineDef } from 'penstock-data'
import { expect, it } from 'vitest'
import { failure, numbers } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'

const data = someFiles(8)
const batch = (files: readonly string[]) =>
  pipelineDef({ batchSize: files.length, numThreads: 1, seed: 1, onError: 'placeholder' }, () =>
    fn.readers.file({ name: 'r', fileRoot: data.root, files: [...files] }),
  )()

it('is a view with its own first sample, in every accessor', async () => {
  await using pipe = batch(data.files.slice(0, 6))
  const [bytes, labels] = await pipe.run()
  const cut = labels!.slice(2, 5)
  expect([cut.length, numbers(cut), cut.shape(), cut.shape(1)]).toEqual([3, [2, 3, 4], [3, 1], [1]])
  expect([...cut.dataSync()]).toEqual([2, 3, 4])
  expect([...cut.asTensor().dataSync()]).toEqual([2, 3, 4])
  expect(cut.dataSync().buffer).toBe(labels!.dataSync().buffer)
  expect([cut.sourceInfo(0).index, [...cut.valid]]).toEqual([2, [1, 1, 1]])
  expect(numbers(cut.slice(1).slice(1, 2))).toEqual([4])
  expect(cut.copy().map((t) => t.dataSync()[0])).toEqual([2, 3, 4])
  const two = bytes!.slice(4, 6)
  const expected = [...bytes!.at(4).dataSync(), ...bytes!.at(5).dataSync()]
  expect([...two.at(1).dataSync()]).toEqual([...bytes!.at(5).dataSync()])
  expect([two.isDense, expected.length]).toEqual([false, two.at(0).size + two.at(1).size])
  const none = labels!.slice(6)
  expect([none.length, none.shape(), none.dataSync().length, [...none]]).toEqual([0, [0, 1], 0, []])
  for (const [from, to] of [
    [-1, 2],
    [3, 2],
    [0, 7],
    [0.5, 2],
  ] as const) {
    expect(await failure(() => labels!.slice(from, to))).toMatchObject({ code: 'INVALID_ARGUMENT' })
  }
  expect(await failure(() => cut.at(3))).toMatchObject({ code: 'INVALID_ARGUMENT' })
  cut[Symbol.dispose]()
  expect(await failure(() => labels!.at(0))).toMatchObject({ code: 'OUTPUT_RELEASED' })
  expect(await failure(() => labels!.slice(0, 1))).toMatchObject({ code: 'OUTPUT_RELEASED' })
})

it('shows which of its samples are valid', async () => {
  await using pipe = batch([...data.files.slice(0, 3), 'gone.bin', ...data.files.slice(3, 5)])
  const labels = (await pipe.run())[1]!
  expect([[...labels.valid], [...labels.slice(2, 5).valid], [...labels.slice(4).valid]]).toEqual([
    [1, 1, 1, 0, 1, 1],
    [1, 0, 1],
    [1, 1],
  ])
})

it('tells shapes as tensors do: an array of one per sample, which may be called too', async () => {
  const ragged = pipelineDef({ batchSize: 3, numThreads: 1 }, () => fn.externalSource({ name: 'x' }))
  await using pipe = ragged()
  const [list] = await pipe.run({ x: [[1], [1, 2], [[3], [4]].flat()] })
  const { shape } = list
  expect([...shape]).toEqual([[1], [2], [2]])
  expect([shape[1], shape.length, shape.map(([n]) => n), [...shape.slice(1)]]).toEqual([[2], 3, [1, 2, 2], [[2], [2]]])
  expect([JSON.stringify(shape), inspect(shape), [[0], ...shape].length]).toEqual([
    '[[1],[2],[2]]',
    '[ [ 1 ], [ 2 ], [ 2 ] ]',
    4,
  ])
  expect(shape).toBe(list.shape)
  expect([...list].map((t) => t.shape)).toEqual([...shape])
  expect([shape(1), list.shape(2)]).toEqual([[2], [2]])
  expect(() => list.shape()).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  expect(() => list.shape(3)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  expect(list.slice(1).asTensor.bind(list.slice(1))).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  list.release()
  expect(() => list.shape).toThrow(expect.objectContaining({ code: 'OUTPUT_RELEASED' }))
  expect(shape[0]).toEqual([1])

  const [same] = await pipe.run({
    x: [
      [1, 2],
      [3, 4],
    ],
  })
  expect([same.shape(), same.asTensor().shape, same.slice(1).asTensor().shape]).toEqual([
    [2, 2],
    [2, 2],
    [1, 2],
  ])
})
