// Sheets as pictures: captions that stay with their own picture, boxes, masks and plates. Small pictures are compared with those in
// golden/, which `PENSTOCK_WRITE_GOLDEN=1` writes anew.
// @module-tag shared
import { readFileSync, writeFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import type { Canvas } from '../../src/preview/canvas.js'
import { cut, textWidth, wrapped } from '../../src/preview/font.js'
import type { Box, Mask } from '../../src/preview/marks.js'
import { colourOf, palette } from '../../src/preview/palette.js'
import { type Cell, drawSheet } from '../../src/preview/sheet.js'

const image = (width: number, height: number, at: (i: number) => number = () => 90) => ({
  ...{ width, height, dtype: 'uint8' as const },
  values: Uint8Array.from({ length: 3 * width * height }, (_, i) => at(i)),
})

function golden(name: string, canvas: Canvas): void {
  const file = new URL(`golden/${name}.png`, import.meta.url)
  if (process.env.PENSTOCK_WRITE_GOLDEN) writeFileSync(file, canvas.png())
  const { width, height, data } = PNG.sync.read(readFileSync(file))
  const own = PNG.sync.read(Buffer.from(canvas.png()))
  expect([own.width, own.height]).toEqual([width, height])
  expect(own.data.equals(data)).toBe(true)
}

describe('texts', () => {
  const long = 'a name of many words that goes on'
  it('are cut where they are too long, with an ellipsis', () => {
    expect(cut('cat', 100)).toBe('cat')
    const short = cut(long, 60)
    expect(short).toMatch(/^a name.*\u2026$/)
    expect(textWidth(short)).toBeLessThanOrEqual(60)
    expect(cut('cat', 3)).toBe('')
  })

  it('go on in the next line between words, or inside of a word that is too long', () => {
    const lines = wrapped(long, 70, 2)
    expect(lines).toHaveLength(2)
    expect(long.startsWith(lines[0]!)).toBe(true)
    expect(lines[1]).toMatch(/\u2026$/)
    expect(wrapped('under_scores_too', 60, 2)[0]).toBe('under_')
    const [first, second] = wrapped('Donaudampfschifffahrt', 60, 2)
    expect(`${first}${second}`).toMatch(/^Donaudampfschi/)
    for (const line of [...lines, first!, second!]) expect(textWidth(line)).toBeLessThanOrEqual(70)
    expect(wrapped('  ', 50, 2)).toEqual([])
  })

  it('have letters with accents, and Greek and Cyrillic ones; others are a mark', () => {
    expect(textWidth('e\u0301')).toBe(textWidth('\u00e9'))
    const mark = textWidth('\ufffd')
    expect(textWidth('\u732b')).toBe(mark)
    for (const letter of ['\u00fc', '\u0142', '\u03b1', '\u0436']) expect(textWidth(letter)).not.toBe(mark)
    expect(textWidth('a\nb')).toBe(textWidth('a b'))
  })
})

describe('captions', () => {
  const names = [
    'x',
    'a name that is longer than its picture is wide',
    'W'.repeat(300),
    'one, two, three, four, five',
    '\u732b'.repeat(50),
  ]
  const sheetOf = (text: string, label?: number) =>
    drawSheet(
      [
        { image: image(70, 50), caption: [{ text, ...(label !== undefined && { label }) }] },
        { image: image(70, 50), caption: [{ text: 'cat' }] },
        { image: image(70, 50), caption: [{ text: 'cat' }] },
        { image: image(70, 50), caption: [{ text: 'cat' }] },
      ],
      { columns: 2 },
    )
  const area = (canvas: Canvas, [x, y, width, height]: readonly number[]) =>
    Array.from({ length: height! }, (_, v) =>
      canvas.data.subarray(canvas.at(x!, y! + v), canvas.at(x! + width!, y! + v)).toString('hex'),
    ).join('\n')

  it.each(names)('%s never covers what is beside or below', (name) => {
    for (const label of [undefined, 7]) {
      const [plain, own] = [sheetOf('x'), sheetOf(name, label)]
      const lines = (own.height - plain.height) / 16
      expect([0, 1]).toContain(lines)
      // The neighbour with its caption, and the gap before it.
      expect(area(own, [74, 0, 74, 72])).toBe(area(plain, [74, 0, 74, 72]))
      // The row below.
      expect(area(own, [0, 74 + 16 * lines, 148, 76])).toBe(area(plain, [0, 74, 148, 76]))
    }
  })

  it('of several parts go on in a second line and say that there is more', () => {
    const caption = Array.from({ length: 9 }, (_, label) => ({ text: `class ${label}`, label }))
    golden('several', drawSheet([{ image: image(140, 20), caption }]))
  })

  it('have no room in rows without any', () => {
    const cells: Cell[] = [{ image: image(64, 10) }, { image: image(64, 10), caption: [{ text: 'a' }] }]
    expect(drawSheet(cells, { columns: 1 }).height).toBe(4 + 10 + 4 + 10 + 2 + 16 + 4)
  })
})

describe('boxes and masks', () => {
  const ramp = image(96, 72, (i) => (Math.floor(i / 3) % 96) * 2)
  const boxes: Box[] = [
    { left: 0.05, top: 0.3, right: 0.5, bottom: 0.95, label: 0, text: 'cat' },
    { left: 0.1, top: 0.32, right: 0.6, bottom: 0.9, label: 1, text: 'a dog with a long name' },
    { left: 0.7, top: -0.2, right: 1.4, bottom: 0.2, label: 2, text: 'Gr\u00f6\u00dfe' },
    { left: 0.75, top: 0.6, right: 0.9, bottom: 0.8 },
  ]
  it('boxes have plates with names, inside of their picture', () =>
    golden('boxes', drawSheet([{ image: ramp, boxes }, { image: ramp }])))

  it('a box outside of its picture changes nothing', () => {
    const far = [{ left: 3, top: 3, right: 4, bottom: 4 }]
    expect(drawSheet([{ image: ramp, boxes: far }]).data.equals(drawSheet([{ image: ramp }]).data)).toBe(true)
  })

  it('masks have the colours of their classes, and a line along the edges', () => {
    const labels = Array.from({ length: 96 * 72 }, (_, i) => {
      const [x, y] = [i % 96, Math.floor(i / 96)]
      return x > 80 ? 255 : (x - 30) ** 2 + (y - 36) ** 2 < 400 ? 1 : y > 60 ? 2 : 0
    })
    const mask: Mask = { width: 96, height: 72, labels }
    golden('mask', drawSheet([{ image: ramp, mask }]))
  })

  it('a sample that could not be made gets a cross', () =>
    golden('cross', drawSheet([{ image: undefined }, { image: image(24, 24) }])))
})

describe('colours', () => {
  it('are far from each other, and the same for the same class', () => {
    expect(palette).toHaveLength(20)
    expect(colourOf(23)).toBe(colourOf(3))
    expect([colourOf(-1), colourOf(Number.NaN)]).toEqual([palette[19], [255, 255, 255]])
    const apart = palette.flatMap((a, i) => palette.slice(0, i).map((b) => Math.hypot(...a.map((x, c) => x - b[c]!))))
    expect(Math.min(...apart)).toBeGreaterThan(40)
  })
})
