// Values in GPU memory, on the emulated GPU: reading them, moving them, and what needs host memory.

import { existsSync } from 'node:fs'
import { inspect as show } from 'node:util'
import { describe, expect, it } from 'vitest'
import { batch, inspect, tensor } from '../../src/dynamic.js'
import { failure } from '../util/collect.js'
import { plugin } from '../util/gpu.js'
import { flip, images, numbers } from './calls.js'

describe.skipIf(!existsSync(plugin))('a value on a GPU', () => {
  it('is read by a copy, with and without blocking', async () => {
    const model = [
      [1, 2, 3],
      [4, 5, 6],
    ]
    const away = batch(model).gpu()
    expect(away).toMatchObject({ device: 'gpu', deviceId: 0, shape: [[3], [3]], dtype: 'int32' })
    expect([numbers(away), [...(await away.data())]]).toEqual([model.flat(), model.flat()])
    expect([numbers(away.at(1)), [...(await away.at(1).data())], away.at(0).toTypedArray().length]).toEqual([
      model[1],
      model[1],
      3,
    ])
    expect(numbers(away.select([1, 1, 0]))).toEqual([4, 5, 6, 4, 5, 6, 1, 2, 3])
    expect(tensor(5).gpu().item()).toBe(5)
  })

  it('comes and goes, and is copied', () => {
    const x = images(2, 4)
    const away = flip(x.gpu())
    expect([away.device, away.gpu() === away, away.copy().device]).toEqual(['gpu', true, 'cpu'])
    const back = away.cpu()
    expect([back.device, numbers(back)]).toEqual(['cpu', numbers(flip(x))])
    expect(numbers(away.slice([1, 2]))).toEqual(numbers(x.slice([1, 2])))
    expect(away.as('copy')).toMatchObject({
      dtype: 'uint8',
      shapes: [
        [4, 4, 3],
        [4, 4, 3],
      ],
      offsets: [0, 48],
    })
  })

  it('is shown, and says what needs host memory', async () => {
    const away = batch([[1, 2]]).gpu()
    expect(show(away)).toBe('Batch(1 sample, int32, [2], gpu 0)\n0:\n  [1 2]')
    expect(await inspect(away)).toMatchObject({ device: 'gpu', min: 1, max: 2 })
    for (const touch of [() => away.slice([0, 2, 2]), () => away.asTensor()]) {
      expect(await failure(touch)).toMatchObject({ code: 'UNSUPPORTED', hint: /\.cpu\(\)/ })
    }
    expect(await failure(() => away.toDevice('tpu' as never))).toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  it('takes other shapes and parts on the GPU', () => {
    const x = batch([
      [1, 2, 3, 4],
      [5, 6],
    ])
    const away = x.gpu()
    const wide = away.reshape([2, -1], { layout: 'XY' })
    expect([wide.device, wide.layout, wide.shape]).toEqual([
      'gpu',
      'XY',
      [
        [2, 2],
        [2, 1],
      ],
    ])
    const all = (y: typeof x) => [0, 1].map((i) => numbers(y.at(i)))
    expect(all(wide)).toEqual(all(x))
    for (const make of [
      (y: typeof x) => y.slice(-1),
      (y: typeof x) => y.slice([1, -1]),
      (y: typeof x) => y.reshape([2, -1]).slice(undefined, 0),
      (y: typeof x) => y.expandDims(0).slice(0),
      (y: typeof x) => y.expandDims(1).squeeze(),
    ]) {
      expect(make(away).device).toBe('gpu')
      expect(make(away).shape).toEqual(make(x).shape)
      expect(all(make(away))).toEqual(all(make(x)))
    }
  })

  it('is gone after dispose', async () => {
    const away = batch([[1, 2]]).gpu()
    const part = away.at(0)
    const reading = away.data()
    away.dispose()
    expect([...(await reading)]).toEqual([1, 2])
    expect(numbers(part)).toEqual([1, 2])
    expect(await failure(() => away.data())).toMatchObject({ code: 'OUTPUT_RELEASED' })
  })
})
