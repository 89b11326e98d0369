// Devices as blocks and as objects, and contexts on two GPUs side by side.
import '../util/gpu.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { fn, pipelineDef } from 'penstock-data'
import { afterAll, describe, expect, it } from 'vitest'
import { asBatch, type Batch, Device, device, EvalContext, type Stream, stream } from '../../src/dynamic.js'
import { flip, images, numbers } from './calls.js'

const mirror = (x: Batch, args = {}) => flip(x, { device: 'gpu', horizontal: 0, vertical: 1, ...args })
const contexts = [0, 1].map((deviceId) => new EvalContext({ deviceId, numThreads: 1 }))
afterAll(() => {
  for (const context of contexts) context.close()
})

describe('a Device', () => {
  it('is made of a type and a number, a name, or what has a device', async () => {
    await using pipe = pipelineDef({ batchSize: 1, numThreads: 1, deviceId: 1 }, () => {
      const x = fn.externalSource({ source: () => [new Uint8Array(3)] })
      return [x.gpu(), x] as const
    })()
    const [there, here] = await pipe.run()
    const made = [
      ...[
        new Device('gpu', 1),
        new Device('gpu:1'),
        new Device('cuda:1'),
        device('gpu', 1),
        new Device(new Device('gpu', 1)),
      ],
      ...[device({ deviceId: 1 }), device(there), device(stream(undefined, { deviceId: 1 }))],
    ]
    for (const one of made) expect([one.type, one.id, String(one)]).toEqual(['gpu', 1, 'gpu:1'])
    expect(String(device(contexts[1] as never))).toBe('gpu:1')
    for (const cpu of [new Device('cpu'), new Device('cpu', null), device({ deviceId: null }), device(here)]) {
      expect([cpu.type, cpu.id]).toEqual(['cpu', null])
    }
    expect(new Device('gpu').id).toBe(0)
    expect(device('gpu:1').run(() => new Device('gpu').id)).toBe(1)
    expect(new Device('gpu', 1).equals({ deviceId: 1 })).toBe(true)
    there.release()
  })

  it.each([
    [['gpu', -1], /Expected the number of a GPU for id but received -1/],
    [['gpu', '1'], /Expected the number of a GPU for id but received "1"/],
    [['gpu:0', 1], /Expected 'gpu' for device along with a number but received "gpu:0" and 1/],
    [['cpu', 0], /Expected 'gpu' for device along with a number but received "cpu" and 0/],
    [['mixed'], /Expected 'cpu', 'gpu', 'gpu:1' or a Device for device but received "mixed"/],
    [[undefined], /for device but received undefined/],
    [[{ deviceId: 0.5 }], /for device but received an object/],
  ])('cannot be %o', (args, message) => {
    for (const call of [() => new Device(...(args as ['gpu'])), () => device(...(args as ['gpu']))]) {
      expect(call).toThrow(message)
      expect(call).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
    }
  })

  it('that is not there is refused where it is made', () => {
    for (const call of [() => new Device('gpu', 7), () => device('gpu', 7), () => device({ deviceId: 7 })]) {
      expect(call).toThrow(expect.objectContaining({ code: 'CUDA_UNAVAILABLE' }))
    }
  })

  it('is current in its function, for calls, streams and contexts, also after an await there', async () => {
    const x = images(2, 4)
    const here = new Device('gpu', 1).run(() => mirror(x))
    expect(here.deviceId).toBe(1)
    const [there, made, context] = await new Device('gpu', 1).run(async () => {
      await sleep(1)
      return [mirror(x), stream(), new EvalContext()] as const
    })
    expect([there.deviceId, made.deviceId, context.deviceId]).toEqual([1, 1, 1])
    expect(new Device('gpu', 1).run(() => device('gpu:0').run(() => mirror(x).deviceId))).toBe(0)
    expect([mirror(x).deviceId, Device.current().id]).toEqual([0, 0])
    expect(() =>
      new Device('gpu', 1).run(() => {
        throw new Error('left')
      }),
    ).toThrow('left')
    expect(Device.current().id).toBe(0)
    for (const result of [here, there]) expect(numbers(result)).toEqual(numbers(x))
  })
})

describe('contexts on two GPUs', () => {
  it('run side by side, each on its GPU and its streams', async () => {
    const tasks = contexts.map((context, gpu) =>
      context.run(async () => {
        const x = images(2, 6, 1 + 100 * gpu)
        let chain = mirror(x)
        for (let i = 0; i < 20; i++) {
          await sleep(i % 2)
          expect([EvalContext.current(), Device.current().id]).toEqual([context, gpu])
          chain = mirror(chain)
          expect(chain.deviceId).toBe(gpu)
        }
        expect([...(await chain.data())]).toEqual(numbers(x))
        return context.stream!
      }),
    )
    const streams: Stream[] = await Promise.all(tasks)
    expect(streams.map(({ deviceId }) => deviceId)).toEqual([0, 1])
    expect(streams[0]!.equals(streams[1]!)).toBe(false)
    await Promise.all(contexts.map((context) => context.evaluateAll()))
  })

  it('refuse a stream and a device of the other GPU, in every form', () => {
    const other = stream(undefined, { deviceId: 0 })
    const refused = (call: () => unknown) =>
      expect(call).toThrow(
        expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('GPU') }),
      )
    refused(() => new EvalContext({ deviceId: 1, stream: other }))
    refused(() => new EvalContext({ deviceId: 1, stream: { cudaStream: () => other.cudaStream(), deviceId: 0 } }))
    refused(() => contexts[1]!.run(() => mirror(images(1, 4), { device: new Device('gpu', 0) })))
    using same = new EvalContext({ stream: { cudaStream: () => other.cudaStream(), deviceId: 0 } })
    expect([same.deviceId, same.stream!.handle]).toEqual([0, other.handle])
  })

  it('take the batches of a pipeline of their GPU', async () => {
    for (const [gpu, context] of contexts.entries()) {
      const sample = (value: number) => ({ data: new Uint8Array(12).fill(value), shape: [2, 2, 3] })
      const source = (i: number) => [1, 2].map((s) => sample(10 * i + s))
      await using pipe = pipelineDef({ batchSize: 2, numThreads: 1, deviceId: gpu }, () =>
        fn.externalSource({ source, layout: 'HWC' }).gpu(),
      )()
      for (const i of [0, 1]) {
        const [list] = await pipe.run()
        list!.waitOn(context.stream!)
        const flipped = context.run(() => flip(asBatch(list as never), { device: 'gpu' }))
        expect([flipped.deviceId, numbers(flipped)[0]]).toEqual([gpu, 10 * i + 1])
        list!.release({ stream: context.stream! })
      }
    }
  })
})
