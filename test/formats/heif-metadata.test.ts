// Metadata of an AVIF is not copied, however many items claim the same bytes of the file.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { bundled } from './decode.js'
import { canMeasure, peakOf } from './peak.js'

const number = (value: number, bytes: number) => {
  const out = Buffer.alloc(bytes)
  out.writeUIntBE(value, 0, bytes)
  return out
}
const box = (type: string, ...content: Buffer[]) => {
  const data = Buffer.concat(content)
  return Buffer.concat([number(data.length + 8, 4), Buffer.from(type), data])
}

function* boxes(data: Buffer): Generator<[type: string, content: Buffer]> {
  for (let at = 0; at < data.length; at += data.readUInt32BE(at)) {
    yield [data.toString('latin1', at + 4, at + 8), data.subarray(at + 8, at + data.readUInt32BE(at))]
  }
}

const items = 15
const extents = 31
const claimed = 300_000

/** rgb.avif with so many items of EXIF, each of which consists of the same bytes many times. */
function withMetadata(): Uint8Array {
  const parts = Object.fromEntries(boxes(Buffer.from(bundled('rgb.avif'))))
  const pixels = parts.mdat!
  const build = (at: number) => {
    const locations = Array.from({ length: items }, (_, i) => [
      ...[number(100 + i, 2), number(0, 2), number(extents, 2)],
      ...Array(extents).fill(Buffer.concat([number(at + pixels.length, 4), number(claimed, 4)])),
    ]).flat()
    const image = [number(1, 2), number(0, 2), number(1, 2), number(at, 4), number(pixels.length, 4)]
    const kinds = Array.from({ length: items }, (_, i) =>
      box('infe', number(0x02000001, 4), number(100 + i, 2), number(0, 2), Buffer.from('Exifx\0')),
    )
    const links = Array.from({ length: items }, (_, i) => box('cdsc', number(100 + i, 2), number(1, 2), number(1, 2)))
    const content = [...boxes(parts.meta!.subarray(4))].map(([type, data]) => {
      if (type === 'iloc')
        return box('iloc', number(0, 4), number(0x4400, 2), number(items + 1, 2), ...image, ...locations)
      if (type === 'iinf') return box('iinf', number(0, 4), number(items + 1, 2), data.subarray(6), ...kinds)
      return box(type, data)
    })
    return Buffer.concat([
      box('ftyp', parts.ftyp!),
      box('meta', number(0, 4), ...content, box('iref', number(0, 4), ...links)),
    ])
  }
  const head = build(build(0).length + 8)
  return Buffer.concat([head, box('mdat', pixels, Buffer.alloc(claimed, 'y'))])
}

test.runIf(canMeasure)('140 MB of metadata out of 300 KB are not copied', async () => {
  const decode = async (file: Uint8Array) => Array.from(await nd.decoders.image(file).data(), Number)
  const wanted = await decode(bundled('rgb.avif'))
  const file = withMetadata()
  let data: number[] = []
  const peak = await peakOf(async () => {
    data = await decode(file)
  })
  expect(data).toEqual(wanted)
  expect(peak).toBeLessThan(60)
})
