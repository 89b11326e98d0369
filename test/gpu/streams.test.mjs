// Streams, contexts and devices on real GPUs: every form of a stream in every place that takes one, when data is there, and
// several GPUs in one process, by pipelines, contexts and device blocks. Cases that need two GPUs say so where there is one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { gpu, skip } from './lib/gpu.mjs'

const two = skip || (gpu.devices.length < 2 && 'there is one GPU, and two are needed')
/** The last GPU: number 1 where there are two. */
const last = gpu.devices.length - 1

const length = 30_000
/** Element k of sample s of batch i is from + 10 * i + s; the outputs are the negative, made on the GPU, and the input. */
const make = (deviceId, { from = 0, ...options } = {}) =>
  pipelineDef({ batchSize: 2, numThreads: 2, deviceId, ...options }, () => {
    const source = (i) =>
      [0, 1].map((s) => ({
        data: new Uint8Array(length * 3).fill(from + 10 * i + s),
        shape: [length / 100, 100, 3],
        layout: 'HWC',
      }))
    const x = fn.externalSource({ source, layout: 'HWC' })
    return [fn.cast(fn.flip(x, { device: 'gpu', horizontal: 1 }), { dtype: 'float32' }), x]
  })()

async function expectBatch(list, i, from = 0) {
  for (const s of [0, 1]) {
    const data = await list.at(s).data()
    assert.equal(data.length, length * 3)
    assert.ok(data.every((x) => x === from + 10 * i + s))
  }
}
const images = (value) =>
  nd.batch([{ data: new Uint8Array(3e5).fill(value), shape: [1000, 100, 3] }], { layout: 'HWC' })
const flip = (x, args = {}) => nd.flip(x, { device: 'gpu', ...args })
const holds = (x, value) => x.dataSync().every((y) => y === value)
const code = (name) => (error) => error.code === name

test('a stream is taken in every form wherever there is one', { skip }, async () => {
  const pipe = make(last)
  const own = nd.stream(undefined, { deviceId: last })
  assert.deepEqual(own.cudaStream(), [0, own.handle])
  const [kept] = await pipe.run()
  const forms = [
    ...[own, own.handle, Number(own.handle), kept, 0n, 0],
    { cudaStream: () => [0, own.handle] },
    { cudaStream: () => [0, Number(own.handle)], deviceId: last },
  ]
  for (const [i, stream] of forms.entries()) {
    const [list] = await pipe.run()
    list.waitOn(stream)
    await expectBatch(list, i + 1)
    list.release({ stream })
  }
  await expectBatch(kept, 0)
  kept.release()
  for (const stream of forms.filter((form) => form !== kept)) {
    assert.equal(nd.stream(stream, { deviceId: last }).equals(stream), true)
    const context = new nd.EvalContext({ deviceId: last, stream })
    const result = context.run(() => flip(images(7)))
    assert.ok(holds(result, 7))
    context.close()
  }
  await pipe.close()
})

test('a value that is no stream is refused, and the batch stays', { skip }, async () => {
  const pipe = make(last)
  const [list] = await pipe.run()
  for (const stream of [-1, 'x', null, {}, { cudaStream: () => 5n }, { cudaStream: () => [1, 5n] }]) {
    assert.throws(() => list.waitOn(stream), code('INVALID_ARGUMENT'))
    assert.throws(() => list.release({ stream }), code('INVALID_ARGUMENT'))
    assert.throws(() => list.dlpack({ stream }), code('INVALID_ARGUMENT'))
    assert.throws(() => nd.stream(stream), code('INVALID_ARGUMENT'))
  }
  assert.throws(() => list.release(nd.stream(undefined, { deviceId: last })), code('INVALID_ARGUMENT'))
  await expectBatch(list, 0)
  await pipe.close()
  list.release()
})

for (const [name, options] of Object.entries({
  'queued, until ready()': {},
  'there, when synchronous': { synchronous: true },
  'there, in the simple executor': { execAsync: false },
})) {
  test(`outputs are ${name}`, { skip }, async () => {
    const pipe = make(last, options)
    for (let i = 0; i < 8; i++) {
      const [list, host] = await pipe.run()
      await list.ready()
      await host.ready()
      await list.at(1).ready()
      await expectBatch(list, i)
    }
    await pipe.close()
    const scheduled = make(last, options)
    for (let i = 0; i < 4; i++) {
      scheduled.scheduleRun()
      const [list] = await scheduled.shareOutputs()
      await list.ready()
      await expectBatch(list, i)
      scheduled.releaseOutputs()
    }
    await scheduled.close()
    const blocking = make(last, options)
    for (let i = 0; i < 4; i++) await expectBatch(blocking.runSync()[0], i)
    await blocking.close()
  })
}

test('a wait for a batch outlives release() and close(), and is refused afterwards', { skip }, async () => {
  const pipe = make(last)
  const [list] = await pipe.run()
  const waits = [list.ready(), list.at(0).ready()]
  list.release({ stream: list })
  await pipe.close()
  await Promise.all(waits)
  await assert.rejects(() => list.ready(), code('OUTPUT_RELEASED'))
})

test('results cross streams of one GPU', { skip }, () => {
  const streams = Array.from({ length: 6 }, () => nd.stream())
  let x = flip(images(9))
  for (let i = 0; i < 60; i++) {
    nd.setCurrentStream(streams[i % streams.length])
    x = flip(x)
  }
  nd.setCurrentStream(null)
  assert.ok(holds(x, 9))
  for (const stream of streams) stream.synchronize()
})

test('a device is made of a type and a number, and runs a function', { skip }, async () => {
  const there = new nd.Device('gpu', last)
  assert.equal(String(there), `gpu:${last}`)
  assert.ok(there.equals({ deviceId: last }) && there.equals(nd.device('gpu', last)))
  const x = there.run(() => flip(images(3)))
  assert.equal(x.deviceId, last)
  const y = await there.run(async () => {
    await null
    return flip(images(4))
  })
  assert.equal(y.deviceId, last)
  assert.ok(holds(x, 3) && holds(y, 4))
  assert.throws(() => new nd.Device('gpu', 99), code('CUDA_UNAVAILABLE'))
  assert.throws(() => new nd.Device('gpu', -1), code('INVALID_ARGUMENT'))
})

test('two pipelines on GPUs 0 and 1 run side by side', { skip: two }, async () => {
  for (const synchronous of [false, true]) {
    const pipes = [make(0, { synchronous }), make(1, { from: 100, synchronous })]
    await Promise.all(
      pipes.map(async (pipe, id) => {
        for (let i = 0; i < 12; i++) {
          const [list] = await pipe.run()
          assert.equal(list.deviceId, id)
          await expectBatch(list, i, 100 * id)
          list.release({ stream: nd.stream(undefined, { deviceId: id }) })
        }
      }),
    )
    for (const pipe of pipes) await pipe.close()
  }
})

test('an output is ordered before a stream of the other GPU, which may not release it', { skip: two }, async () => {
  const pipe = make(0)
  const other = nd.stream(undefined, { deviceId: 1 })
  const [list] = await pipe.run()
  list.waitOn(other)
  other.synchronize()
  await expectBatch(list, 0)
  for (const use of ['release', 'dlpack']) assert.throws(() => list[use]({ stream: other }), code('INVALID_ARGUMENT'))
  await pipe.close()
  list.release()
})

test('contexts on GPUs 0 and 1 run side by side, each on streams of its own', { skip: two }, async () => {
  const contexts = [0, 1].map((deviceId) => new nd.EvalContext({ deviceId, numThreads: 1 }))
  await Promise.all(
    contexts.map((context, id) =>
      context.run(async () => {
        let x = flip(images(10 + id))
        for (let i = 0; i < 30; i++) {
          if (i % 5 === 0) await null
          assert.equal(nd.Device.current().id, id)
          x = flip(x)
          assert.equal(x.deviceId, id)
        }
        assert.ok((await x.data()).every((y) => y === 10 + id))
      }),
    ),
  )
  assert.deepEqual(
    contexts.map((context) => context.stream.deviceId),
    [0, 1],
  )
  assert.throws(() => new nd.EvalContext({ deviceId: 1, stream: contexts[0].stream }), code('INVALID_ARGUMENT'))
  for (const context of contexts) context.close()
})

test('device blocks change GPUs from call to call', { skip: two }, async () => {
  const results = []
  for (let i = 0; i < 20; i++) results.push(new nd.Device('gpu', i % 2).run(() => flip(images(i))))
  for (const [i, x] of results.entries()) {
    assert.equal(x.deviceId, i % 2)
    assert.ok((await x.data()).every((y) => y === i))
  }
  const inner = new nd.Device('gpu', 1).run(() => nd.device('gpu:0').run(() => flip(images(1)).deviceId))
  assert.deepEqual([inner, flip(images(1)).deviceId, flip(images(1), { device: { deviceId: 1 } }).deviceId], [0, 0, 1])
})
