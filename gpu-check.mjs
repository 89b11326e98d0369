// checks on a real GPU
import * as nd from 'penstock/dynamic'
import { readFileSync, readdirSync } from 'node:fs'
const dir = new URL('./gpu-pack/sets/photos/', `file://${process.cwd()}/`).pathname
const files = readdirSync(dir, { recursive: true }).filter((f) => /jpe?g$/i.test(f)).slice(0, 16).map((f) => dir + f)
const bytes = files.map((f) => new Uint8Array(readFileSync(f)))
const b = nd.batch(bytes)
const g = nd.decoders.image(b, { device: 'gpu' })
const small = nd.resize(g, { size: [64, 64] })
const host = small.cpu()
console.log('cpu()', host.device, host.shape[0], (await host.data()).slice(0, 6), small.device, small.shape[3])
const c = nd.resize(nd.decoders.image(b, { jpegFancyUpsampling: false }), { size: [64, 64] })
const cd = await c.data(), hd = await host.data()
let worst = 0; for (let i = 0; i < cd.length; i++) worst = Math.max(worst, Math.abs(cd[i] - hd[i]))
console.log('gpu against cpu, worst difference', worst)
console.log('direct read', (await small.data()).every((v, i) => v === hd[i]))
// a CPU operator on a GPU value copies by itself
const m = nd.math.add(small, 1)
console.log('math on host', m.device, (await m.data())[0] === (hd[0] + 1) % 256)
const up = nd.batch([new Uint8Array(48).map((_, i) => i)]).gpu()
console.log('gpu()', up.device, (await up.cpu().data()).slice(0, 5))
// streams
const s1 = nd.stream(), s2 = nd.stream()
nd.setCurrentStream(s1)
let x = small
for (let i = 0; i < 5; i++) x = nd.flip(x)
nd.setCurrentStream(s2)
const t0 = performance.now()
const y = nd.flip(nd.flip(x))
const dt = performance.now() - t0
console.log('across streams', (await nd.flip(y).cpu().data()).every((v, i) => v === hd[i]), 'call returned after', dt.toFixed(2), 'ms', nd.getCurrentStream().handle === s2.handle)
nd.setCurrentStream(null)
for (const mode of ['syncCpu', 'syncFull', 'deferred', 'eager']) {
  const d = await nd.withEvalMode(mode, async () => (await nd.resize(nd.decoders.image(b, { device: 'gpu' }), { size: [64, 64] }).cpu().data()))
  let w = 0; for (let i = 0; i < d.length; i++) w = Math.max(w, Math.abs(d[i] - hd[i]))
  console.log(mode, 'differs by', w)
}
const flipB = nd.resize(g, { size: [8, 8] })
await flipB.evaluate()
for (let r = 0; r < 2; r++) { const t = performance.now(); let z; for (let i = 0; i < 2000; i++) z = nd.flip(flipB); await z.evaluate(); console.log('small GPU call', ((performance.now() - t) / 2000 * 1e3).toFixed(1), 'us') }
process.exit()
