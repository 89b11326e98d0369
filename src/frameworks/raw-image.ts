// Turns decoded images, as the class RawImage of @huggingface/transformers holds them, into files of the format PNM: a
// header and the pixels as they are. So all later steps are the same for both.
import { types } from 'node:util'
import { invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'

/** The part of a RawImage of @huggingface/transformers that is read: pixels in rows, 8 bits a channel. */
export interface RawImageLike {
  readonly data: Uint8Array | Uint8ClampedArray
  readonly width: number
  readonly height: number
  readonly channels: number
}

/** An image: the bytes of a file, or decoded pixels. */
export type ImageInput = Uint8Array | RawImageLike

const isPixels = (data: unknown): data is Uint8Array | Uint8ClampedArray =>
  types.isUint8Array(data) || types.isUint8ClampedArray(data)

function isRawImage(image: unknown): image is RawImageLike {
  if (typeof image !== 'object' || image === null) return false
  const { data, width, height, channels } = image as Partial<RawImageLike>
  const extents = [width, height, channels]
  return isPixels(data) && extents.every((n) => Number.isInteger(n) && n! > 0)
}

/** A file with the pixels of an image. Alpha is dropped. */
function pnm({ data, width, height, channels }: RawImageLike): Uint8Array {
  const header = Buffer.from(`${channels === 1 ? 'P5' : 'P6'} ${width} ${height} 255\n`)
  const pixels = width * height
  const file = new Uint8Array(header.length + pixels * Math.min(channels, 3))
  file.set(header)
  if (channels < 4) {
    file.set(data, header.length)
    return file
  }
  for (let i = 0, to = header.length, from = 0; i < pixels; i++, from++) {
    file[to++] = data[from++]!
    file[to++] = data[from++]!
    file[to++] = data[from++]!
  }
  return file
}

/**
 * The bytes of a file with this image, the i-th of a list. `channelsStay`: the image is not made RGB.
 * Errors: INVALID_ARGUMENT, when it is neither bytes nor a RawImage, or a RawImage with other channels than are taken.
 */
export function encodedImage(image: unknown, channelsStay: boolean, i: number): Uint8Array {
  if (types.isUint8Array(image)) return image
  if (!isRawImage(image)) {
    throw invalidArgument(
      `Expected the bytes of an image file, as a Buffer or Uint8Array, or a RawImage, but received ${shown(image)} (image ${i})`,
      'readFile() of node:fs/promises gives the bytes of a file',
    )
  }
  const { data, width, height, channels } = image
  if (data.length !== width * height * channels) {
    throw invalidArgument(
      `Expected ${width * height * channels} values in a RawImage of ${width} x ${height} x ${channels} but received ${data.length} (image ${i})`,
    )
  }
  const taken = channelsStay ? [1, 3] : [1, 3, 4]
  if (taken.includes(channels)) return pnm(image)
  throw invalidArgument(
    `Expected a RawImage of ${taken.join(' or ')} channels but received ${channels} (image ${i})`,
    channelsStay ? 'rgb() of a RawImage makes three of four; or leave out do_convert_rgb: false' : undefined,
  )
}
