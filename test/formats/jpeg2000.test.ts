// JPEG 2000 is recognised, as a file and as a bare codestream, and refused by its name.
import { expect, test } from 'vitest'
import { bytes, decode } from './decode.js'

test.each([
  ['a file', bytes([0, 0, 0, 12], 'jP  \r\n\x87\n')],
  ['a codestream', bytes([0xff, 0x4f, 0xff, 0x51], [0, 0])],
])('%s', async (_, file) => {
  await expect(decode(file)).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringContaining('Expected an image of a supported format but received JPEG 2000'),
  })
})
