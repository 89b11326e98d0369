// GPU memory of a pipeline: all of it is counted, and all of it comes back with close(). And nvJPEG stays closed unless it is
// asked for.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fn, pipelineDef } from 'penstock-data'
import { gpuInfo } from '../../dist/native.js'
import { gpu, photos, progressive, skip } from './lib/gpu.mjs'
import { read } from './lib/run.mjs'

const files = readdirSync(photos, { recursive: true })
  .filter((name) => name.endsWith('.jpg'))
  .sort()
  .map((name) => `${photos}/${name}`)
/** What the process holds of the GPU for its batches, whoever uses it. */
const held = () => gpuInfo().devices[0].poolBytes

const training = (given) =>
  pipelineDef({ batchSize: 4, numThreads: 2, deviceId: 0, seed: 3 }, () => {
    const [jpegs] = fn.readers.file({ files: files.slice(0, 8) })
    const images = fn.decoders.image(jpegs, { device: 'mixed', ...given })
    return [fn.cropMirrorNormalize(fn.resize(images, { size: [64, 64] }))]
  })()

/** Bytes that are counted, and bytes that are held, once the stages that run ahead have filled their queues. */
async function atRest(pipe) {
  for (let before; ; ) {
    const now = [pipe.statistics().memory.device, held()]
    if (`${now}` === before) return now
    before = `${now}`
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

for (const decodeWith of ['kernels', 'cpu']) {
  test(`memory is counted and comes back, decodeWith '${decodeWith}'`, { skip }, async (t) => {
    const before = held()
    const pipe = training({ decodeWith })
    for (let i = 0; i < 6; i++) (await pipe.run())[0].release()
    const [counted, all] = await atRest(pipe)
    const used = all - before
    t.diagnostic(`${counted} of ${used} bytes are counted`)
    // The pool of a GPU has pieces of 32 MiB, and keeps blocks in whose place larger ones came.
    assert.ok(
      counted > 0 && used > 0 && used <= 1.1 * counted + (gpu.emulated ? 2 ** 23 : 2 ** 26),
      `${counted} of ${used}`,
    )
    await pipe.releaseUnusedMemory()
    // With threads the batches that wait may be all that there is, and a piece of the pool holds several.
    if (decodeWith === 'kernels') assert.ok(held() - before < used, 'nothing came back while the pipeline is open')
    await pipe.close()
    assert.equal(held(), before)
  })
}

test("by default progressive files have the CPU's bytes, and nvJPEG stays closed", { skip }, async () => {
  const decode = (deviceId) =>
    pipelineDef({ batchSize: progressive.length, numThreads: 2, deviceId }, () => {
      const [jpegs] = fn.readers.file({ files: progressive.map((name) => `${photos}/${name}`) })
      return [fn.decoders.image(jpegs, { device: 'mixed', jpegFancyUpsampling: false }).cpu()]
    })()
  const made = []
  for (const deviceId of [null, 0]) {
    const pipe = decode(deviceId)
    const [list] = await pipe.run()
    made.push(read(list).samples)
    if (deviceId === 0) {
      const ops = pipe.statistics().stages.flatMap((s) => s.ops)
      assert.equal(ops.find((op) => op.decode).decode.hardware, 0)
      assert.doesNotMatch(readFileSync('/proc/self/maps', 'utf8'), /nvjpeg/)
    }
    list.release()
    await pipe.close()
  }
  for (const [i, { data }] of made[0].entries()) assert.ok(Buffer.from(data).equals(Buffer.from(made[1][i].data)))
})
