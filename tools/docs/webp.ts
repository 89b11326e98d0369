// Writes pictures of the documents as WebP: photos and pages take a fifth to a half of a PNG file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const nd = (await import(join(root, 'dist/dynamic.js'))) as typeof import('../../src/dynamic.js')

/** Writes docs/images/NAME.webp from a PNG file. */
export function save(name: string, png: Uint8Array): void {
  const image = nd.decoders.image(png, { outputType: 'rgb' })
  const webp = nd.encoders.image(image, { format: 'webp', quality: 80 }).dataSync() as Uint8Array
  writeFileSync(join(root, `docs/images/${name}.webp`), webp)
  console.log(`${name}: ${webp.length} bytes`)
}
