// How long values and their memory last: dispose(), arrays that outlive their tensors, and loops that never dispose anything.
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asBatch, asTensor, Batch, batch, type Tensor, tensor, withEvalMode } from '../../src/dynamic.js'
import { failure } from '../util/collect.js'
import { runs } from '../util/soak.js'
import { flip, images, numbers } from './calls.js'

const rss = () => process.memoryUsage().rss / 2 ** 20
const released = { code: 'OUTPUT_RELEASED', message: /was disposed/ }

describe('dispose', () => {
  it('makes every later touch throw', async () => {
    const touches: Record<string, (x: Batch | Tensor) => unknown> = {
      ...{
        shape: (x) => x.shape,
        dtype: (x) => x.dtype,
        layout: (x) => x.layout,
        device: (x) => x.device,
        data: (x) => x.data(),
      },
      ...{
        size: (x) => x.size,
        dataSync: (x) => x.dataSync(),
        toTypedArray: (x) => x.toTypedArray(),
        copy: (x) => x.copy(),
      },
      ...{
        evaluate: (x) => x.evaluate(),
        slice: (x) => x.slice(0),
        reshape: (x) => x.reshape([-1]),
        add: (x) => x.add(1),
      },
      ...{
        squeeze: (x) => x.squeeze(),
        cpu: (x) => x.cpu(),
        as: (x) => x.as('copy'),
        valid: (x) => x.valid,
        flip: (x) => flip(x),
      },
      ...{
        at: (x) => (x as Batch).at?.(0) ?? x.shape,
        tensors: (x) => (x as Batch).tensors ?? x.shape,
        asBatch: (x) => asBatch([x as Tensor, x as Tensor]).shape,
      },
      ...{ dlpack: (x) => x.dlpack(), sourceInfo: (x) => x.sourceInfo(0), expandDims: (x) => x.expandDims(0) },
    }
    for (const make of [
      () => batch([[1, 2]]),
      () => tensor([1, 2]),
      () => batch([[1, 2]]).add(1),
      () => tensor([1]).add(1),
    ]) {
      const x = make()
      x.dispose()
      x.dispose()
      for (const [name, touch] of Object.entries(touches)) {
        if (name === 'asBatch' && x instanceof Batch) continue
        expect([name, await failure(() => touch(x))]).toMatchObject([name, released])
      }
    }
  })

  it('is what `using` does', () => {
    let kept: Tensor
    {
      using x = tensor([1, 2])
      kept = x
    }
    expect(() => kept.dataSync()).toThrow(/Tensor was disposed/)
  })

  it('leaves what others show', () => {
    const b = images(3, 200).add(0)
    const [one, some] = [b.at(1), b.select([2])]
    const flat = b.reshape([-1])
    b.dispose()
    one.dispose()
    expect([numbers(some)[7], numbers(flat.at(0))[5]]).toEqual([3, 1])
  })

  it.each(['eager', 'deferred'] as const)('may come before inputs were read, and to results in between: %s', (mode) =>
    withEvalMode(mode, () => {
      const x = images(2, 100)
      const y = x.add(1)
      const unread = y.mul(7)
      const z = y.mul(2)
      x.dispose()
      y.dispose()
      unread.dispose()
      expect(numbers(z)[0]).toBe(4)
    }),
  )

  it('lets reading end that has begun', async () => {
    for (const make of [() => images(2, 300).add(1), () => withEvalMode('deferred', () => images(2, 300).add(1))]) {
      const x = make()
      const reading = x.data()
      x.dispose()
      expect((await reading)[0]).toBe(2)
    }
  })

  it('takes a long lineage along', () => {
    const last = withEvalMode('deferred', () => {
      let x: Tensor = tensor([1])
      for (let i = 0; i < 20_000; i++) {
        const next = x.add(1)
        x.dispose()
        x = next
      }
      return x
    })
    last.dispose()
    expect(() => last.shape).toThrow(/disposed/)
  })

  it('gives memory to the next result, and leaves arrays of what was dropped alone', async () => {
    const make = (i: number) => flip(images(1, 256, i + 1))
    await make(0).evaluate()
    // Dropped, not disposed: the collector finds it only when nobody has an array on it.
    const kept: [ArrayLike<unknown>, number][] = []
    for (let i = 0; i < 20; i++) kept.push([await make(i).data(), i + 1])
    globalThis.gc?.()
    await new Promise((next) => setTimeout(next, 20))
    let before: ArrayLike<unknown> | undefined
    for (let i = 20; i < 40; i++) {
      using x = make(i)
      const array = await x.data()
      expect([array[0], array[256 * 256 * 3 - 1]]).toEqual([i + 1, i + 1])
      // The memory of the array before is this result's now: the array was valid until its tensor was disposed.
      if (before) expect(before).toHaveLength(0)
      before = array
    }
    for (const [array, wanted] of kept) {
      expect([array.length, array[0], array[256 * 256 * 3 - 1]]).toEqual([256 * 256 * 3, wanted, wanted])
    }
  })
})

it('stays as it is for others until they let go, by DLPack', async () => {
  const consumer = createRequire(import.meta.url)('../../build/Release/dlpack_consumer.node') as {
    describe(address: bigint): string
    bytes(address: bigint, to: Uint8Array): void
    drop(address: bigint): void
  }
  const make = (i: number) => flip(images(2, 256, i + 1))
  await make(0).evaluate()
  const x = make(7)
  const second = x.at(1)
  const [whole, one] = [x.dlpack(), second.dlpack()]
  second.dispose()
  x.dispose()
  for (let i = 20; i < 40; i++) await make(i).data()
  globalThis.gc?.()
  const bytes = (address: bigint, count: number) => {
    const to = new Uint8Array(count)
    consumer.bytes(address, to)
    return [to[0], to[count - 1]]
  }
  const size = 256 * 256 * 3
  expect([bytes(whole, 2 * size), bytes(one, size)]).toEqual([
    [8, 9],
    [9, 9],
  ])
  expect(JSON.parse(consumer.describe(whole))).toMatchObject({ shape: [2, 256, 256, 3] })
  consumer.drop(whole)
  consumer.drop(one)
})

it('never reads wrong bytes, whatever is made, read, selected and disposed in whatever order', {
  timeout: 120_000,
  tags: 'property',
}, async () => {
  interface Held {
    x: Batch
    model: number[][]
  }
  const step = fc.record({
    what: fc.constantFrom(
      'make',
      'add',
      'flip',
      'select',
      'slice',
      'reshape',
      'array',
      'turn',
      'dispose',
      'dispose',
      'join',
      'copy',
    ),
    which: fc.nat(),
    value: fc.integer({ min: 1, max: 9 }),
    large: fc.boolean(),
    mode: fc.constantFrom('eager', 'deferred', 'syncCpu'),
  } as const)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const held: Held[] = []
      // Valid as long as nobody disposes anything: who shares memory with whom is not for the model to know.
      let arrays: { array: ArrayLike<number>; model: number[] }[] = []
      const pick = (n: number) => held[n % Math.max(1, held.length)]
      for (const { what, which, value, large, mode } of steps) {
        const from = pick(which)
        if (what === 'turn') await new Promise((next) => setImmediate(next))
        else if (what === 'make' || !from) {
          // Larger than what lies in collected memory.
          const n = large ? 40_000 : 3
          const model = [0, 1, 2].map((k) => Array.from({ length: n }, (_, i) => (value * (k + 1) + i) % 50))
          held.push({ x: batch(model.map((m) => Int32Array.from(m))), model })
        } else if (what === 'dispose') {
          from.x.dispose()
          held.splice(held.indexOf(from), 1)
          arrays = []
        } else if (what === 'array') {
          if (from.x.isDense) arrays.push({ array: from.x.dataSync() as Int32Array, model: from.model.flat() })
        } else {
          const { x, model } = from
          held.push(
            withEvalMode(mode, (): Held => {
              if (what === 'add') return { x: x.add(value), model: model.map((m) => m.map((v) => v + value)) }
              if (what === 'flip') return { x: x.neg(), model: model.map((m) => m.map((v) => -v)) }
              if (what === 'select')
                return {
                  x: x.select([value % model.length, 0, 0]),
                  model: [value % model.length, 0, 0].map((i) => model[i]!),
                }
              if (what === 'slice') return { x: x.slice([1, -1]), model: model.map((m) => m.slice(1, -1)) }
              if (what === 'reshape') return { x: x.reshape([1, -1]).reshape([-1]), model }
              if (what === 'join')
                return {
                  x: asBatch([x.at(-1), held[0]!.x.at(0), x.at(0)]),
                  model: [model.at(-1)!, held[0]!.model[0]!, model[0]!],
                }
              return { x: x.copy(), model }
            }),
          )
        }
      }
      for (const { x, model } of held) {
        const wrong = x.tensors.findIndex(
          (t, i) =>
            Buffer.compare(Buffer.from(t.toTypedArray().buffer), Buffer.from(Int32Array.from(model[i]!).buffer)) !== 0,
        )
        expect(wrong).toBe(-1)
      }
      for (const { array, model } of arrays)
        expect(model.every((v, i) => array[i] === v) && array.length === model.length).toBe(true)
    }),
    { numRuns: runs(60, 15) },
  )
})

describe('without dispose', () => {
  const flat = async (warm: number, rounds: number, turn: (i: number) => unknown, most: number) => {
    for (let i = 0; i < warm; i++) await turn(i)
    globalThis.gc?.()
    const before = rss()
    let top = before
    for (let i = 0; i < rounds; i++) {
      const pause = turn(i)
      if (pause) await pause
      if (i % 1000 === 0) top = Math.max(top, rss())
    }
    expect(Math.max(top, rss()) - before).toBeLessThan(most)
  }

  it('stays flat over 100k small calls in one synchronous loop', { timeout: 120_000, tags: 'long' }, async () => {
    const x = images(4, 8)
    const loop = (n: number) => {
      for (let i = 0; i < n; i++) {
        const out = flip(x)
        if (i % 2) out.dataSync()
        if (i % 5 === 0) out.shape
      }
    }
    loop(20_000)
    globalThis.gc?.()
    const before = rss()
    let top = before
    for (let k = 0; k < 20; k++) {
      loop(5_000)
      top = Math.max(top, rss())
    }
    expect(top - before).toBeLessThan(60)
  })

  it('stays flat with results of 1 MB that somebody reads, yielding now and then', {
    timeout: 120_000,
    tags: 'long',
  }, async () => {
    const x = images(1, 591)
    const yields = () => new Promise((next) => setImmediate(next))
    const turn = (i: number) => {
      flip(x).dataSync()
      return i % 8 === 0 ? yields() : undefined
    }
    await flat(500, 3_000, turn, 250)
  })

  it('stays flat with results of 1 MB that nobody looks at', {
    timeout: 60_000,
  }, async () => {
    const x = images(1, 591)
    await flat(100, 1_000, () => flip(x).evaluate(), 250)
  })

  it('stays flat with small tensors, slices and selections of them', { timeout: 120_000, tags: 'long' }, async () => {
    const x = images(4, 16)
    const turn = (i: number) => {
      const part = x
        .select([i % 4, 0])
        .at(0)
        .slice([1, 3])
      asTensor([1, 2, 3]).mul(part.shape[0]!).item
      asTensor([[1, 2, 3]])
        .reshape([-1])
        .dataSync()
      return i % 64 === 0 ? new Promise((next) => setImmediate(next)) : undefined
    }
    await flat(5_000, 20_000, turn, 60)
  })
})
