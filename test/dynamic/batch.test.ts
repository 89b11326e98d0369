// Batches: selections, views and hand-off, and what is known of values before they are there.
// @module-tag shared

import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setMaxSets } from '../../src/dynamic/operators/changing.js'
import { asTensor, Batch, batch, random, Tensor, tensor, withEvalMode } from '../../src/dynamic.js'
import { receive } from '../../src/index.js'
import { failure } from '../util/collect.js'
import { images, numbers, operator } from './calls.js'

const [flip, crop, resize] = [operator('flip'), operator('crop'), operator('resize')]
const [transpose, cast, warp] = [operator('transpose'), operator('cast'), operator('warpAffine')]
const decode = operator('decoders.image')
const folder = new URL('../../data/photos/animals/', import.meta.url)
const photos = (n: number) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jpg'))
    .slice(0, n)
    .map((name) => new Uint8Array(readFileSync(new URL(name, folder))))
const deferred = <T>(run: () => T): T => withEvalMode('deferred', run)
const here = (x: Batch | Tensor) => x.view.value.storage !== undefined
const typeOf = (x: Batch | Tensor) => ({ dtype: x.dtype, layout: x.layout, shape: x.shape, ndim: x.ndim, size: x.size })

describe('samples', () => {
  const x = () =>
    batch([
      [1, 2],
      [3, 4],
      [5, 6],
    ])

  it('has tensors, on the same memory', () => {
    const b = x()
    expect(b.tensors.map(numbers)).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
    expect([...b].map(numbers)).toEqual(b.tensors.map(numbers))
    expect(b.at(1).dataSync().buffer).toBe(b.dataSync().buffer)
    expect(numbers(b.at(-1))).toEqual([5, 6])
    expect([b.length, b.batchSize, b.isDense, b.size, b.bytes]).toEqual([3, 3, true, 6, 24])
  })

  it('selects by number or mask, as a plain list does, and again of a selection', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 })
    const cases = lengths.chain((shape) => {
      const n = shape.length
      const rows = fc.array(fc.integer({ min: -n, max: n - 1 }), { minLength: 1, maxLength: 8 })
      return fc.tuple(fc.constant(shape), rows, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), fc.boolean())
    })
    fc.assert(
      fc.property(cases, ([shape, rows, mask, lazy]) => {
        const model = shape.map((n, i) => Array.from({ length: n }, (_, k) => 10 * i + k))
        const base = batch(model)
        const b = lazy ? deferred(() => base.add(0)) : base
        const once = rows.map((i) => model.at(i)!)
        const first = b.select(rows)
        expect(first.shape).toEqual(once.map((r) => [r.length]))
        const on = mask.slice(0, rows.length)
        const second = first.select(rows.length % 2 ? on : Uint8Array.from(on, Number))
        const twice = once.filter((_, i) => on[i])
        expect(second.tensors.map(numbers)).toEqual(twice)
        expect(first.tensors.map(numbers)).toEqual(once)
        expect(first.add(1).tensors.map(numbers)).toEqual(once.map((r) => r.map((v) => v + 1)))
      }),
      { numRuns: 150 },
    )
  })

  it('says what is wrong with a selection', async () => {
    expect(await failure(() => x().select([3]))).toMatchObject({
      message: 'Expected a sample from -3 to 2 but received 3',
    })
    expect(await failure(() => x().select([true]))).toMatchObject({ message: /a mask of 3 values.* but received 1/ })
    expect(await failure(() => x().select(1 as never))).toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(await failure(() => x().at(-4))).toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(await failure(() => x().add(x().select([])))).toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  it('broadcasts a tensor', () => {
    const b = Batch.broadcast(tensor([7, 8]), 3)
    expect([b.length, b.shape]).toEqual([3, [[2], [2], [2]]])
    expect(numbers(b)).toEqual([7, 8, 7, 8, 7, 8])
    expect(numbers(b.add(x()))).toEqual([8, 10, 10, 12, 12, 14])
  })

  it('is one tensor with a sample axis, without a copy where samples lie together', async () => {
    const b = images(3, 2)
    const whole = b.asTensor()
    expect(whole).toMatchObject({ shape: [3, 2, 2, 3], layout: 'NHWC' })
    expect(whole.dataSync().buffer).toBe(b.dataSync().buffer)
    const other = b.select([2, 0]).asTensor()
    expect([other.shape, numbers(other)]).toEqual([
      [2, 2, 2, 3],
      [...Array(12).fill(3), ...Array(12).fill(1)],
    ])
    const uneven = batch([[1], [2, 3]])
    for (const read of [() => uneven.asTensor(), () => uneven.dataSync(), () => uneven.data()]) {
      expect(await failure(read)).toMatchObject({ code: 'INVALID_INPUT', message: /samples .* different shapes/ })
    }
    expect(uneven.isDense).toBe(false)
  })

  it('goes to other threads, and comes back', () => {
    const b = batch([[1, 2], [3]]).add(1)
    const sent = structuredClone(b.as('copy'))
    expect(receive(sent).map((t) => [...t.dataSync()])).toEqual([[2, 3], [4]])
    const again = b.at(1).as('transfer')
    expect(receive(again).map((t) => [...t.dataSync()])).toEqual([[4]])
    b.as('transfer')
    expect(() => b.shape).toThrow(/Batch was disposed/)
    expect(() => tensor(1).as('shared' as never)).toThrow(/Expected 'copy' or 'transfer' but received "shared"/)
  })

  it('keeps where samples came from, and which are valid', () => {
    const jpeg = photos(2)
    const decoded = decode(batch([jpeg[0]!, new Uint8Array(64).fill(9), jpeg[1]!]), { onError: 'placeholder' })
    expect([...decoded.valid]).toEqual([1, 0, 1])
    expect(decoded.at(1).valid).toBe(false)
    expect(decoded.sourceInfo(2)).toMatchObject({ index: 2 })
    const good = decoded.select(decoded.valid)
    expect([good.length, [...good.valid], good.sourceInfo(1).index]).toEqual([2, [1, 1], 2])
    expect(good.slice([0, 2]).sourceInfo(1).index).toBe(2)
    expect(good.copy().sourceInfo(1).index).toBe(2)
  })

  it('reads without blocking, and copies', async () => {
    const b = images(2, 4).add(1)
    const data = await b.data()
    expect(data).toEqual(b.dataSync())
    const own = b.toTypedArray()
    expect(own.buffer).not.toBe(b.dataSync().buffer)
    expect(own).toEqual(data)
    expect(await b.evaluate()).toBe(b)
    expect(numbers(b.copy())).toEqual([...own])
    expect(numbers(b.cpu())).toEqual([...own])
  })
})

describe('what is known before it is there', () => {
  it('tells shape, dtype and layout of deferred values, and runs nothing', () =>
    deferred(() => {
      const made = transpose(crop(images(3, 8).div(2), { crop: [4, 6] }), { perm: [2, 0, 1] })
      expect(typeOf(made)).toEqual({
        dtype: 'float32',
        layout: 'CHW',
        shape: Array(3).fill([3, 4, 6]),
        ndim: 3,
        size: 216,
      })
      const one = made.select([2, 0]).at(1)
      expect(typeOf(one)).toEqual({ dtype: 'float32', layout: 'CHW', shape: [3, 4, 6], ndim: 3, size: 72 })
      expect(typeOf(one.slice([0, 1]))).toMatchObject({ shape: [1, 4, 6] })
      expect([here(made), here(one)]).toEqual([false, false])
      expect(numbers(one)).toEqual(Array(72).fill(0.5))
    }))

  it('runs nothing either where numbers have become values that the program reads', () => {
    const before = setMaxSets(0)
    try {
      deferred(() => {
        const one = crop(images(3, 8).div(2), { crop: [4, 6] })
          .select([2, 0])
          .at(1)
        expect(typeOf(one)).toMatchObject({ shape: [4, 6, 3] })
        const cut = one.slice([0, 1])
        expect(typeOf(cut)).toMatchObject({ shape: [1, 6, 3] })
        expect([here(one), here(cut)]).toEqual([false, false])
        expect(numbers(cut)).toEqual(Array(18).fill(0.5))
      })
    } finally {
      setMaxSets(before)
    }
  })

  it('does not trigger a run that fails', async () => {
    const bad = deferred(() =>
      batch([
        [1, 2],
        [3, 4],
      ]).floorDiv(tensor([0, 1])),
    )
    expect([bad.dtype, bad.shape, here(bad)]).toEqual(['int32', [[2], [2]], false])
    const failed = await failure(() => bad.dataSync())
    expect(failed).toMatchObject({ code: 'INVALID_INPUT' })
    expect(await failure(() => bad.shape)).toBe(failed)
  })

  it('throws what the run throws where setup fails, with the line of the call', async () => {
    const bad = deferred(() => batch([[1, 2, 3]]).add(tensor([1, 2])))
    const failed = await failure(() => bad.shape)
    expect(failed).toMatchObject({ code: 'INVALID_INPUT', callSite: /batch\.test\.ts:\d+/ })
    expect(await failure(() => bad.dataSync())).toBe(failed)
  })

  it('does not wait for what is under way', async () => {
    const start = process.hrtime.bigint()
    const since = () => Number(process.hrtime.bigint() - start) / 1e6
    const big = images(8, 700)
    const slow = operator('gaussianBlur')(big, { sigma: 12 })
    const after = flip(cast(slow, { dtype: 'float32' }))
    // Handed over now.
    await null
    const before = since()
    expect([after.shape[7], after.dtype, here(after), here(slow)]).toEqual([[700, 700, 3], 'float32', false, false])
    const asked = since() - before
    await after.data()
    expect(asked).toBeLessThan((since() - before) / 3)
  })

  it('depends on random arguments, and on bytes of its inputs, without running the rest', () =>
    deferred(() => {
      const decoded = decode(batch(photos(3)))
      const size = random.uniform({ range: [10, 40], batchSize: 3 }) as unknown as Batch
      const small = resize(decoded, { resizeX: size })
      const turned = flip(small, { horizontal: random.coinFlip({ batchSize: 3 }) })
      const known = typeOf(turned)
      expect(new Set(known.shape.map(String)).size).toBeGreaterThan(1)
      expect([here(decoded), here(small), here(turned), here(size)]).toEqual([false, false, false, false])
      turned.at(0).dataSync()
      expect(typeOf(turned)).toEqual(known)
    }))

  it('settles what a selection depends on where bytes count', () =>
    deferred(() => {
      const angle = batch(
        [
          [1, 0, 0, 0, 1, 0],
          [2, 0, 0, 0, 2, 0],
        ],
        { dtype: 'float32' },
      ).add(0)
      const sizes = batch(
        [
          [4, 5],
          [6, 7],
        ],
        { dtype: 'float32' },
      )
        .add(1)
        .select([1, 0])
      const x = warp(images(2, 8), angle.select([1, 0]).reshape([2, 3]), { size: sizes })
      expect(x.shape).toEqual([
        [7, 8, 3],
        [5, 6, 3],
      ])
      expect(here(x)).toBe(false)
    }))

  it('says the same as what comes, for chains of calls in any order of asking', () => {
    const step = fc.oneof(
      fc.constant((x: Batch) => flip(x)),
      fc.constant((x: Batch) => x.add(0.5)),
      fc.constant((x: Batch) => x.gt(3)),
      fc.constant((x: Batch) => transpose(x, { perm: [1, 0, 2], transposeLayout: false })),
      fc.integer({ min: 1, max: 4 }).map((n) => (x: Batch) => x.slice([0, n])),
      fc.integer({ min: 2, max: 9 }).map((n) => (x: Batch) => resize(cast(x, { dtype: 'uint8' }), { resizeX: n })),
      fc.constant((x: Batch) => x.select([1, 0])),
      fc.constant((x: Batch) => x.mul(x)),
      fc.constant((x: Batch) =>
        crop(x, { crop: [1, 1], cropPosX: random.uniform({ range: [0, 1], batchSize: x.length }) as never }),
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 6 }), (steps) => {
        const made: { x: Batch; type?: object }[] = []
        deferred(() => {
          let x = images(2, 6)
          for (const [apply, ask, read] of steps) {
            x = apply(x)
            made.push(ask ? { x, type: typeOf(x) } : { x })
            if (read) x.at(0).dataSync()
          }
        })
        for (const { x, type } of made) {
          x.at(0).dataSync()
          if (type) expect(typeOf(x)).toEqual(type)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('reads in one mode what was called in another', async () => {
    const late = deferred(() => batch([[1, 2]]).add(1))
    // Eager calls on what is deferred.
    const sum = late.mul(2)
    await null
    expect(numbers(sum)).toEqual([4, 6])
    // Calls on what was left inside a run.
    const inner = batch([[1, 2]]).add(5)
    const outer = inner.mul(3)
    expect(numbers(outer)).toEqual([18, 21])
    const again = inner.sub(1)
    await null
    expect(numbers(again)).toEqual([5, 6])
    expect(numbers(inner)).toEqual([6, 7])
  })
})

it('tells a Tensor from a Batch', () => {
  expect(asTensor(1).add(2)).toBeInstanceOf(Tensor)
  expect(flip(images(2, 2))).toBeInstanceOf(Batch)
})
