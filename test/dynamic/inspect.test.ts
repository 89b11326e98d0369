// What tensors and batches look like: util.inspect and inspect().
// @module-tag shared
import { inspect as show } from 'node:util'
import { fn, pipelineDef } from 'penstock-data'
import { inspect as look } from 'penstock-data/dynamic'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { asTensor, type Batch, batch, inspect, tensor, withEvalMode } from '../../src/dynamic.js'
import { failure } from '../util/collect.js'
import { images } from './calls.js'

const deferred = <T>(run: () => T): T => withEvalMode('deferred', run)
const image = (shape: number[], layout: string, at: (i: number) => number, kind: 'uint8' | 'float32' = 'uint8') => {
  const size = shape.reduce((a, b) => a * b, 1)
  const all = Array.from({ length: size }, (_, i) => at(i))
  const data = kind === 'uint8' ? Uint8Array.from(all) : Float32Array.from(all)
  return tensor({ data, shape, layout })
}
const pixels = (png: Uint8Array | undefined) => {
  const { width, height, data } = PNG.sync.read(Buffer.from(png!))
  return {
    width,
    height,
    pixel: (x: number, y: number) => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)],
  }
}

describe('printing', () => {
  it('shows dtype, shape, layout, device and values in columns', () => {
    expect(
      show(
        tensor(
          [
            [1, -20],
            [300, 4],
          ],
          { layout: 'HW' },
        ),
      ),
    ).toBe('Tensor(int32, [2, 2], HW, cpu)\n  [[  1 -20]\n   [300   4]]')
    expect(show(tensor([0.5, -1, 2.25]))).toBe('Tensor(float32, [3], cpu)\n  [ 0.50 -1.00  2.25]')
    expect(show(tensor([1, 2], { dtype: 'float64' }))).toBe('Tensor(float64, [2], cpu)\n  [1. 2.]')
    expect(show(tensor([1e-9, 3e8, Number.NaN]))).toBe('Tensor(float32, [3], cpu)\n  [1.0000e-9 3.0000e+8       nan]')
    // Numbers below 1 too, if four decimals would hide that they differ by more than a thousand times.
    expect(show(tensor([0.5, 0.00002]))).toBe('Tensor(float32, [2], cpu)\n  [5.0000e-1 2.0000e-5]')
    expect(show(tensor([0.0005]))).toBe('Tensor(float32, [1], cpu)\n  [5.0000e-4]')
    expect(show(tensor([0, 0], { dtype: 'float32' }))).toBe('Tensor(float32, [2], cpu)\n  [0. 0.]')
    expect(show(tensor(true))).toBe('Tensor(bool, [], cpu)\n  true')
    expect(show(tensor({ data: new Uint8Array(0), shape: [0, 3] }))).toBe('Tensor(uint8, [0, 3], cpu)\n  []')
    expect(show(asTensor(Uint16Array.of(0x3c00, 0xc000), { dtype: 'float16' }))).toMatch(/\[ 1. -2.\]/)
  })

  it('abbreviates long axes and large batches', () => {
    const text = show(tensor({ data: Uint8Array.from({ length: 200 }, (_, i) => i), shape: [200] }))
    expect(text).toBe('Tensor(uint8, [200], cpu)\n  [  0   1   2 ... 197 198 199]')
    // An axis of at most one place more than its ends is shown whole.
    const rows = (columns: number) => {
      const data = Uint8Array.from({ length: 10 * columns }, (_, i) => i % columns)
      return show(tensor({ data, shape: [10, columns] })).split('\n')[1]
    }
    expect([rows(7), rows(8)]).toEqual(['  [[0 1 2 3 4 5 6]', '  [[0 1 2 ... 5 6 7]'])
    expect(show(images(3, 50))).not.toContain('more')
    expect(show(images(9, 50)).split('\n').length).toBeLessThan(60)
    expect(show(images(9, 50))).toMatch(/^Batch\(9 samples, uint8, \[50, 50, 3\], HWC, cpu\)[\s\S]*\.\.\. 6 more$/)
    expect(show(batch([[1], [2, 3]]))).toBe(
      'Batch(2 samples, int32, shapes differ, cpu)\n0: [1]\n  [1]\n1: [2]\n  [2 3]',
    )
  })

  it('waits for eager values, and leaves deferred ones alone', () => {
    expect(show(tensor([1, 2]).add(1))).toBe('Tensor(int32, [2], cpu)\n  [2 3]')
    const late = deferred(() => batch([[1, 2]]).add(1))
    expect(show(late)).toBe('Batch(1 sample, int32, [2], cpu) not evaluated')
    expect(show(late.at(0))).toBe('Tensor(int32, [2], cpu) not evaluated')
    expect((late as Batch).view.value.storage).toBeUndefined()
    late.dataSync()
    expect(show(late.at(0))).toBe('Tensor(int32, [2], cpu)\n  [2 3]')
    const bad = deferred(() => tensor([1]).floorDiv(tensor([0])))
    expect(show(bad)).toMatch(/not evaluated$/)
    expect(() => bad.dataSync()).toThrow()
    expect(show(bad)).toMatch(/failed: \[math\]/)
    late.dispose()
    expect(show(late)).toBe('Batch(disposed)')
  })
})

describe('inspect', () => {
  it('takes the outputs of a pipeline', async () => {
    const pixels = { data: Uint8Array.from({ length: 8 * 8 * 3 }, (_, i) => i), shape: [8, 8, 3], layout: 'HWC' }
    await using pipe = pipelineDef({ batchSize: 2, numThreads: 1 }, () => {
      const images = fn.externalSource({ source: () => [pixels, pixels], name: 'pixels' })
      return [images, fn.cast(images, { dtype: 'float16' })]
    })()
    const [images, halves] = await pipe.run()
    // A batch that is as small is copied when it is delivered.
    const { copies } = pipe.statistics()
    const facts = { dtype: 'uint8', layout: 'HWC', device: 'cpu', min: 0, max: 191, mean: 95.5 }
    const report = await look(images)
    expect(report).toMatchObject({ ...facts, shape: [pixels.shape, pixels.shape] })
    expect(report.samples).toEqual([1, 2].map(() => ({ ...facts, shape: pixels.shape })))
    expect(PNG.sync.read(Buffer.from(report.png!))).toMatchObject({ width: 2 * 12 + 4, height: 16 })
    const one = await look(images.at(1))
    expect(one).toMatchObject({ ...facts, shape: pixels.shape })
    expect(PNG.sync.read(Buffer.from(one.png!))).toMatchObject({ width: 8, height: 8 })
    expect(await look(halves)).toMatchObject({ ...facts, dtype: 'float16', nan: 0 })
    expect(pipe.statistics().copies).toEqual(copies)
    const first = images.at(0)
    images.release()
    for (const released of [images, first]) {
      await expect(look(released as never)).rejects.toMatchObject({ code: 'OUTPUT_RELEASED' })
    }
  })

  it('tells least, greatest and mean element, without NaN', async () => {
    expect(await inspect(tensor([1, 2.5, Number.NaN, -4]))).toEqual({
      ...{ shape: [4], dtype: 'float32', layout: '', device: 'cpu' },
      ...{ min: -4, max: 2.5, mean: -0.5 / 3, nan: 1 },
    })
    expect(await inspect(tensor([true, false]))).toMatchObject({ min: 0, max: 1, mean: 0.5, dtype: 'bool' })
    expect(await inspect(tensor([2n ** 60n, 2n ** 60n + 1n]))).toMatchObject({ min: 2n ** 60n, max: 2n ** 60n + 1n })
    expect(await inspect(tensor({ data: new Uint8Array(0), shape: [0] }))).toMatchObject({
      min: undefined,
      mean: undefined,
    })
    const report = await inspect(
      batch([
        [1, 2],
        [6, 3, 8],
      ]).add(0.5),
    )
    expect(report).toMatchObject({ shape: [[2], [3]], dtype: 'float32', min: 1.5, max: 8.5, mean: 4.5, nan: 0 })
    expect(report.samples.map((s) => [s.shape, s.min, s.max, s.mean])).toEqual([
      [[2], 1.5, 2.5, 2],
      [[3], 3.5, 8.5, 37 / 6],
    ])
    expect(report.png).toBeUndefined()
    expect(await failure(() => inspect([1] as never))).toMatchObject({ code: 'INVALID_ARGUMENT', op: 'inspect' })
  })

  it('shows uint8 images as they are', async () => {
    const { png } = await inspect(image([6, 8, 3], 'HWC', (i) => i))
    const { width, height, pixel } = pixels(png)
    expect([width, height, pixel(0, 0), pixel(7, 5)]).toEqual([8, 6, [0, 1, 2, 255], [141, 142, 143, 255]])
    const alpha = pixels((await inspect(image([2, 2, 4], 'HWC', (i) => i))).png)
    // Transparency is left out.
    expect(alpha.pixel(1, 1)).toEqual([12, 13, 14, 255])
    const grey = pixels((await inspect(image([2, 3, 1], 'HWC', (i) => 10 * i))).png)
    expect(grey.pixel(2, 1)).toEqual([50, 50, 50, 255])
    const planes = pixels((await inspect(image([3, 2, 2], 'CHW', (i) => i))).png)
    expect(planes.pixel(1, 0)).toEqual([1, 5, 9, 255])
  })

  it('shows floats from their least to their greatest, and large images small', async () => {
    const ramp = pixels((await inspect(image([2, 3], 'HW', (i) => i - 1, 'float32'))).png)
    expect([ramp.pixel(0, 0), ramp.pixel(0, 1), ramp.pixel(2, 1)]).toEqual([
      [0, 0, 0, 255],
      [153, 153, 153, 255],
      [255, 255, 255, 255],
    ])
    const small = pixels(
      (await inspect(image([1024, 512, 1], 'HWC', (i) => (Math.floor(i / 512) % 4 < 2 ? 100 : 200)))).png,
    )
    expect([small.width, small.height, small.pixel(5, 9)]).toEqual([128, 256, [150, 150, 150, 255]])
  })

  it('makes a sheet of a batch, and nothing of what is no image', async () => {
    const sheet = pixels((await inspect(images(5, 10))).png)
    expect([sheet.width, sheet.height]).toEqual([3 * 14 + 4, 2 * 14 + 4])
    expect([sheet.pixel(4, 4), sheet.pixel(18, 18), sheet.pixel(0, 0)]).toEqual([
      [1, 1, 1, 255],
      [5, 5, 5, 255],
      [32, 32, 32, 255],
    ])
    expect(await inspect(image([2, 3, 5], 'HWC', () => 1))).not.toHaveProperty('png')
    expect(await inspect(tensor([[1, 2]]))).not.toHaveProperty('png')
    expect(await inspect(tensor({ data: new Uint8Array(192), shape: [8, 8, 3] }))).toHaveProperty('png')
  })
})
