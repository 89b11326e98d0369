// decoders.image against reference outputs (test/golden/make_decoders_image.py), and what bad files give.
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { goldenTest, loadGolden } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('decoders_image')

const { golden, stored } = loadGolden('decoders_image')
const jpeg = (name: string) => stored(golden.cases.find((c) => c.name === name)!.inputs[0]!) as Uint8Array

async function decode(file: Uint8Array): Promise<number[]> {
  const define = pipelineDef({ batchSize: 1, numThreads: 1 }, () =>
    fn.decoders.image(fn.externalSource({ source: () => [file] })),
  )
  await using pipe = define()
  const [images] = await pipe.run()
  return [...images!.shape(0)]
}

describe('a bad file fails with a reason', () => {
  const whole = jpeg('420')
  const text = new TextEncoder().encode('not an image at all')
  // Width and height stand 5 bytes after the frame header's marker.
  const frame = whole.findIndex((byte, i) => byte === 0xff && whole[i + 1] === 0xc0)
  const giant = Uint8Array.from(whole)
  giant.set([0xea, 0x60, 0xea, 0x60], frame + 5)
  const twelveBits = Uint8Array.from(whole)
  twelveBits[frame + 4] = 12

  test.each([
    ['text', text, 'BAD_SAMPLE', /received text \(\d+ bytes\)/],
    ['zeros', new Uint8Array(64), 'BAD_SAMPLE', /received zeros \(64 bytes\)/],
    ['half of a file', whole.slice(0, whole.length * 0.7), 'BAD_SAMPLE', /truncated/],
    ['part of a header', whole.slice(0, 100), 'BAD_SAMPLE', /100 bytes that end inside its header/],
    ['a giant claim', giant, 'BAD_SAMPLE', /claims 60000x60000 pixels/],
    ['12 bits', twelveBits, 'UNSUPPORTED', /12 bits/],
  ])('%s', async (_, file, code, reason) => {
    await expect(decode(file)).rejects.toMatchObject({ code, message: expect.stringMatching(reason) })
  })

  test('the whole file is good', async () => {
    expect(await decode(whole)).toEqual([29, 37, 3])
  })
})

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
const form = new FormData()
form.set('photo', new Blob(['bytes of a photo']), 'photo.jpg')
const upload = new Uint8Array(await new Response(form).arrayBuffer())
refusedTest([
  [
    'the body of an upload in place of its file',
    () => nd.decoders.image(upload),
    'BAD_SAMPLE',
    /body of a form \(multipart\/form-data\), of which a file is only a part: post the file alone/,
  ],
  [
    'pixels in place of a file',
    () => nd.decoders.image(image),
    'BAD_SAMPLE',
    /known format but received zeros \(30 bytes\)/,
  ],
  [
    'no bytes',
    () => nd.decoders.image({ data: new Uint8Array(0), shape: [0] }),
    'BAD_SAMPLE',
    /received an empty file/,
  ],
])
