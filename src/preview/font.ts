// The letters of texts on pictures: how wide a text is, and how it is made to fit. Letters that the font lacks are drawn as the
// mark of an unknown character.
import { inflateSync } from 'node:zlib'
import { glyphHeight, packedGlyphs } from './glyphs.js'

export { glyphHeight }

export interface Glyph {
  advance: number
  left: number
  width: number
  /** 0 to 15 of each pixel, row by row. */
  greys: Uint8Array
}

const unknown = 0xfffd
const ellipsis = '\u2026'
let glyphs: Map<number, Glyph> | undefined

function unpacked(): Map<number, Glyph> {
  const bytes = inflateSync(Buffer.from(packedGlyphs, 'base64'))
  const found = new Map<number, Glyph>()
  for (let at = 0; at < bytes.length; ) {
    const [code, advance] = [bytes.readUInt16LE(at), bytes[at + 2]!]
    const [left, width] = [bytes.readInt8(at + 3), bytes[at + 4]!]
    at += 5
    const greys = new Uint8Array(width * glyphHeight)
    for (let i = 0; i < greys.length; i++) greys[i] = (bytes[at + (i >> 1)]! >> (i % 2 ? 0 : 4)) & 15
    at += (greys.length + 1) >> 1
    found.set(code, { advance, left, width, greys })
  }
  return found
}

const isControl = (code: number) => code < 0x20 || (code >= 0x7f && code < 0xa0)

/** The glyphs of a text. Accents that stand alone join their letters. */
export function glyphsOf(text: string): Glyph[] {
  glyphs ??= unpacked()
  return Array.from(text.normalize('NFC'), (letter) => {
    const code = letter.codePointAt(0)!
    return glyphs!.get(isControl(code) ? 0x20 : code) ?? glyphs!.get(unknown)!
  })
}

/** The width of a text in pixels. */
export const textWidth = (text: string): number => glyphsOf(text).reduce((sum, { advance }) => sum + advance, 0)

/** The text, or as much of its beginning as fits into `width` pixels, with an ellipsis. */
export function cut(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  const letters = Array.from(text.normalize('NFC'))
  let room = width - textWidth(ellipsis)
  let count = 0
  for (const { advance } of glyphsOf(text)) {
    room -= advance
    if (room < 0) break
    count++
  }
  return count ? `${letters.slice(0, count).join('').trimEnd()}${ellipsis}` : ''
}

/**
 * The text in at most `max` lines of `width` pixels: between words where that is possible, else inside of one. The last line is cut.
 */
export function wrapped(text: string, width: number, max: number): string[] {
  const lines: string[] = []
  let rest = text.normalize('NFC').trim()
  while (rest && lines.length < max) {
    if (lines.length === max - 1 || textWidth(rest) <= width) {
      lines.push(cut(rest, width))
      break
    }
    const end = breakAt(rest, width)
    lines.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return lines
}

/** Where a line of `width` pixels ends: behind the last blank, hyphen, underscore, slash or comma that fits, else where it is full. */
function breakAt(text: string, width: number): number {
  let [used, at, last] = [0, 0, 0]
  for (const letter of text) {
    used += textWidth(letter)
    if (used > width && letter !== ' ') break
    at += letter.length
    if (/[\s\-_/,.]/.test(letter)) last = at
  }
  return last || Math.max(1, at)
}
