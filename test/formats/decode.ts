// Decodes one file from memory through a pipeline of batch size 1, as a user would.
import { readFileSync } from 'node:fs'
import { fn, pipelineDef } from '../../src/index.js'

export interface Decoded {
  /** Height, width, channels. */
  shape: number[]
  data: number[]
}

export interface DecodeOptions {
  outputType?: 'rgb' | 'bgr' | 'gray' | 'ycbcr' | 'any' | 'index'
  dtype?: 'uint8' | 'uint16' | 'float32'
  adjustOrientation?: boolean
}

export async function decode(file: Uint8Array, options: DecodeOptions = {}): Promise<Decoded> {
  const define = pipelineDef({ batchSize: 1, numThreads: 1 }, () =>
    fn.decoders.image(fn.externalSource({ source: () => [file] }), options),
  )
  await using pipe = define()
  const [image] = await pipe.run()
  const sample = image!.at(0)
  return { shape: [...sample.shape], data: Array.from(await sample.data(), Number) }
}

/** A file of data/formats. */
export const bundled = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../data/formats/${name}`, import.meta.url)))

/** Text (Latin-1) and bytes, one after the other. */
export function bytes(...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((p) => (typeof p === 'string' ? Array.from(p, (c) => c.charCodeAt(0)) : Array.from(p))),
  )
}

const le32 = (v: number) => [v & 255, (v >> 8) & 255, (v >> 16) & 255, (v >>> 24) & 255]

/** A bitmap without compression; rows bottom-up unless `height` is negative, each padded to 4 bytes. */
export function bmp(width: number, height: number, bits: number, pixels: number[], palette: number[] = []): Uint8Array {
  const at = 54 + palette.length
  const head = [...le32(at + pixels.length), ...le32(0), ...le32(at), ...le32(40), ...le32(width), ...le32(height)]
  const rest = [1, 0, bits, 0, ...le32(0), ...le32(0), ...le32(0), ...le32(0), ...le32(palette.length / 4), ...le32(0)]
  return bytes('BM', head, rest, palette, pixels)
}
