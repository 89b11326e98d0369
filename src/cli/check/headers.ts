// What the first bytes of an image file say: which format it has, and of JPEG how it is turned and how many components it has.
// Decoders of the package know all of this and more, but give pixels alone.

/** The endings of the names of each format's files. */
const endings: Readonly<Record<string, readonly string[]>> = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png', 'apng'],
  webp: ['webp'],
  gif: ['gif'],
  bmp: ['bmp', 'dib'],
  tiff: ['tif', 'tiff'],
  avif: ['avif', 'avifs'],
  heif: ['heic', 'heif', 'hif'],
  'jpeg 2000': ['jp2', 'j2k', 'jpf', 'jpx', 'j2c', 'jpc'],
  pnm: ['pbm', 'pgm', 'ppm', 'pnm', 'pam', 'pfm'],
}
const byEnding = new Map(Object.entries(endings).flatMap(([format, all]) => all.map((ending) => [ending, format])))

/** The format that the name of a file promises; undefined without an ending that is known. */
export const promisedFormat = (name: string): string | undefined =>
  byEnding.get(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '')

const text = (bytes: Uint8Array, from: number, length: number): string => {
  let all = ''
  for (let i = from; i < from + length && i < bytes.length; i++) all += String.fromCharCode(bytes[i]!)
  return all
}

/** The format of an image that was decoded, by its first bytes. */
export function formatOf(bytes: Uint8Array): string {
  const head = text(bytes, 0, 12)
  if (head.startsWith('\xff\xd8')) return 'jpeg'
  if (head.startsWith('\x89PNG')) return 'png'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp'
  if (head.startsWith('GIF8')) return 'gif'
  if (head.startsWith('BM')) return 'bmp'
  if (/^(II[*+]\0|MM\0[*+])/.test(head)) return 'tiff'
  if (head.slice(4, 8) === 'ftyp') return /^avi[fs]/.test(head.slice(8)) ? 'avif' : 'heif'
  if (head.slice(4, 8) === 'jP  ' || head.startsWith('\xff\x4f\xff\x51')) return 'jpeg 2000'
  if (/^P[1-7Ff]\s/.test(head)) return 'pnm'
  return 'other'
}

export interface JpegFacts {
  /** From 1 to 8, as EXIF has it; 1 where it says nothing. */
  orientation: number
  /** Components of a pixel; 0 where no header says so. */
  components: number
}

const marker = { startOfImage: 0xd8, app1: 0xe1, startOfScan: 0xda, filler: 0xff } as const
/** Start of frame: C0 to CF, but for tables (C4, CC) and JPEG extensions (C8). */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc

/** Of a JPEG file, which was decoded and may be odd all the same. */
export function jpegFacts(bytes: Uint8Array): JpegFacts {
  const facts: JpegFacts = { orientation: 1, components: 0 }
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const code = bytes[at + 1]!
    if (code === marker.filler) {
      at++
      continue
    }
    if (code === marker.startOfScan) break
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!
    if (isFrame(code)) facts.components = bytes[at + 9] ?? 0
    if (code === marker.app1 && text(bytes, at + 4, 6) === 'Exif\0\0') {
      facts.orientation = orientationIn(bytes.subarray(at + 10, at + 2 + length)) ?? facts.orientation
    }
    at += 2 + Math.max(2, length)
  }
  return facts
}

const orientationTag = 0x0112
const entryBytes = 12

/** The orientation in the first directory of a TIFF structure. */
function orientationIn(tiff: Uint8Array): number | undefined {
  const order = text(tiff, 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return undefined
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const little = order === 'II'
  const at = view.getUint32(4, little)
  if (at + 2 > tiff.length) return undefined
  const entries = view.getUint16(at, little)
  for (let i = 0; i < entries; i++) {
    const entry = at + 2 + entryBytes * i
    if (entry + entryBytes > tiff.length) return undefined
    if (view.getUint16(entry, little) !== orientationTag) continue
    const value = view.getUint16(entry + 8, little)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}
