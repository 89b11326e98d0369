// Colour profiles are ignored: a file gives the same pixels with an embedded profile and without.
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundled, bytes, decode } from './decode.js'

/** Display P3, in 480 bytes. */
const profile = inflateSync(
  Buffer.from(
    'eNpjYGB8kJOcW8yiwMCQm1dSFOTupBARGaXA/oiBmUGEgZOBj0E2Mbm4wDfYLYQBCIoTy4uTS4pyGFDAt2sMjCD6sm5GYl5K06MV' +
      'Rd1d9t9V7XZOeqdybR0DfsCVklqcDKT/ALFKckFRCQMDI9A1DErlJQUgtguQLZKckZgCZEcA2TpFQAcC2S0g8XQIewaInQRhrwGx' +
      'i0KCnIHsA0C2QjoSOwmJnZtTmgx1A8j1PKl5ocFAmgOIZRiKGQIYjBmccahhA6txBkIDBgZQeKGHQ3GasRFEF48TAwPrvf//P6sy' +
      'MLBPZmD4O+H//98L////58fAwDyLgeGACEJ/830GBtv9IBZCzAvI32gODKatCDENCwYGQS4GhhMVBYlFiWAhZiBmSstkYPi0nIGB' +
      'N5KBQfgCUE80AHlfXkE=',
    'base64',
  ),
)

const be32 = (v: number) => [v >>> 24, (v >> 16) & 255, (v >> 8) & 255, v & 255]

function inJpeg(file: Uint8Array): Uint8Array {
  const length = 16 + profile.length
  const segment = bytes([0xff, 0xe2, length >> 8, length & 255], 'ICC_PROFILE\0', [1, 1], profile)
  return bytes(file.subarray(0, 2), segment, file.subarray(2))
}

function inPng(file: Uint8Array): Uint8Array {
  const content = bytes('iCCPp3\0\0', deflateSync(profile))
  const afterHeader = 8 + 25
  return bytes(
    file.subarray(0, afterHeader),
    be32(content.length - 4),
    content,
    be32(crc32(content)),
    file.subarray(afterHeader),
  )
}

test('in JPEG', async () => {
  const file = bundled('s444.jpg')
  expect(await decode(inJpeg(file))).toEqual(await decode(file))
})

test('in PNG', async () => {
  const file = bundled('rgb8.png')
  expect(await decode(inPng(file))).toEqual(await decode(file))
})
