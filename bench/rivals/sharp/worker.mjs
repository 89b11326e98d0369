// One worker of the sharp rival: takes the next image number, decodes and transforms it with sharp, and writes it, normalised,
// to its place in the shared batch. It handles one image at a time, so that each worker keeps one thread busy.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { LIMIT, NEXT, SIDE } from './shared.mjs'

const { files, job, batch, control, slots } = workerData
const MEAN = [0.485, 0.456, 0.406]
const STD = [0.229, 0.224, 0.225]
const PLANE = SIDE * SIDE

sharp.cache(false) // files come again every epoch: nothing decoded may be kept
sharp.concurrency(1) // the workers are the parallelism

const tables = MEAN.map((mean, channel) =>
  Float32Array.from({ length: 256 }, (_, v) => (v / 255 - mean) / STD[channel]),
)

/** RandomResizedCrop: area 0.08-1, log-uniform ratio 3/4-4/3, ten attempts, then the largest centred window. */
function randomWindow(width, height) {
  for (let attempt = 0; attempt < 10; attempt++) {
    const area = width * height * (0.08 + 0.92 * Math.random())
    const ratio = Math.exp(Math.log(3 / 4) + Math.random() * Math.log(16 / 9))
    const w = Math.round(Math.sqrt(area * ratio))
    const h = Math.round(Math.sqrt(area / ratio))
    if (w > 0 && h > 0 && w <= width && h <= height) {
      const left = Math.floor(Math.random() * (width - w + 1))
      const top = Math.floor(Math.random() * (height - h + 1))
      return { left, top, width: w, height: h }
    }
  }
  const w = Math.min(width, Math.round((height * 4) / 3))
  const h = Math.min(height, Math.round((width * 4) / 3))
  return centredWindow(width, height, w, h)
}

const centredWindow = (width, height, w, h) => ({ left: (width - w) >> 1, top: (height - h) >> 1, width: w, height: h })

async function decode(image) {
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  if (info.channels !== 3) throw new Error(`expected 3 channels but received ${info.channels}`)
  return data
}

async function randomCrop(image) {
  const { width, height } = await image.metadata()
  return decode(image.extract(randomWindow(width, height)).resize(SIDE, SIDE, { fit: 'fill', kernel: 'linear' }))
}

async function centerCrop(image) {
  const { width, height } = await image.metadata()
  const scale = 256 / Math.min(width, height)
  const w = Math.round(width * scale)
  const h = Math.round(height * scale)
  return decode(image.resize(w, h, { fit: 'fill', kernel: 'linear' }).extract(centredWindow(w, h, SIDE, SIDE)))
}

function normalize(pixels, out, mirror) {
  const [red, green, blue] = tables
  const step = mirror ? -1 : 1
  for (let y = 0, from = 0; y < SIDE; y++) {
    for (let x = 0, to = y * SIDE + (mirror ? SIDE - 1 : 0); x < SIDE; x++, from += 3, to += step) {
      out[to] = red[pixels[from]]
      out[to + PLANE] = green[pixels[from + 1]]
      out[to + 2 * PLANE] = blue[pixels[from + 2]]
    }
  }
}

async function handle(number) {
  const image = sharp(readFileSync(files[number % files.length]))
  if (job === 'decode') {
    const pixels = await decode(image)
    return parentPort.postMessage({ number, pixels }, [pixels.buffer])
  }
  if (job === 'encode') {
    // As penstock's encoder: no second pass for Huffman tables.
    const file = await image.jpeg({ quality: 80, chromaSubsampling: '4:2:0', optimizeCoding: false }).toBuffer()
    return parentPort.postMessage({ number, size: file.length })
  }
  if (job === 'small') {
    const pixels = await decode(image.resize(SIDE, SIDE, { fit: 'fill', kernel: 'linear' }))
    const slot = slots[Math.floor(number / batch) % slots.length]
    new Uint8Array(slot, (number % batch) * 3 * PLANE, 3 * PLANE).set(pixels)
    return parentPort.postMessage({ number })
  }
  const pixels = await (job === 'main' ? randomCrop(image) : centerCrop(image))
  const slot = slots[Math.floor(number / batch) % slots.length]
  const out = new Float32Array(slot, (number % batch) * 3 * PLANE * 4, 3 * PLANE)
  normalize(pixels, out, job === 'main' && Math.random() < 0.5)
  parentPort.postMessage({ number })
}

for (;;) {
  const limit = Atomics.load(control, LIMIT)
  const number = Atomics.load(control, NEXT)
  if (number >= limit) Atomics.wait(control, LIMIT, limit)
  else if (Atomics.compareExchange(control, NEXT, number, number + 1) === number) await handle(number)
}
