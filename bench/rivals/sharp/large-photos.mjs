// Makes photos of 4000x3000 pixels for `npm run bench -- shrink`: each is a given photo at twice its size, side by side until the
// frame is full, so that they have as much detail as a camera's. node large-photos.mjs DATA OUT [COUNT]
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { photoPaths } from '../../photos.mjs'

const [data, out, count = '8'] = process.argv.slice(2)
const width = 4000
const height = 3000

const all = photoPaths(data)
const step = Math.max(1, Math.floor(all.length / Number(count)))

for (let i = 0; i < Number(count) && i * step < all.length; i++) {
  const name = all[i * step]
  const photo = sharp(name).toColourspace('srgb')
  const [w, h] = [width / 4, height / 4]
  const tile = await photo.resize(w, h, { fit: 'fill' }).raw().toBuffer()
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    const row = tile.subarray((y % h) * w * 3, ((y % h) + 1) * w * 3)
    for (let x = 0; x < width; x += w) row.copy(pixels, (y * width + x) * 3)
  }
  const file = join(out, `${i}-${basename(name).replace(/\.[^.]*$/, '')}.jpg`)
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toFile(file)
}
