// A contact sheet: photos in a grid, with lines of text below each. Text is
// drawn by pureimage, with a font that npm has.
import { createWriteStream } from 'node:fs'
import { createRequire } from 'node:module'
import { encodePNGToStream, make, registerFont } from 'pureimage'

export const photoSide = 224
const [gap, line] = [8, 16]

const font = createRequire(import.meta.url).resolve(
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
)
registerFont(font, 'sans').loadSync()

/**
 * Writes a PNG. `cells`: { pixels: RGB bytes of photoSide x photoSide, lines:
 * texts and how much of a bar lies behind each }.
 */
export async function writeSheet(path, cells) {
  const lines = Math.max(...cells.map((cell) => cell.lines.length))
  const columns = Math.ceil(Math.sqrt(cells.length * 1.4))
  const rows = Math.ceil(cells.length / columns)
  const [width, height] = [photoSide + gap, photoSide + lines * line + 2 * gap]
  const sheet = make(columns * width + gap, rows * height + gap)
  const context = sheet.getContext('2d')
  context.fillStyle = '#202124'
  context.fillRect(0, 0, sheet.width, sheet.height)
  context.font = '12px sans'
  for (const [i, { pixels, lines }] of cells.entries()) {
    const [left, top] = [
      gap + (i % columns) * width,
      gap + Math.floor(i / columns) * height,
    ]
    drawPhoto(sheet, pixels, left, top)
    for (const [j, { text, share }] of lines.entries()) {
      const y = top + photoSide + 4 + j * line
      context.fillStyle = '#35506e'
      context.fillRect(left, y, Math.round(share * photoSide), line - 2)
      context.fillStyle = '#ffffff'
      context.fillText(text, left + 4, y + 11)
    }
  }
  await encodePNGToStream(sheet, createWriteStream(path))
}

function drawPhoto(sheet, pixels, left, top) {
  for (let y = 0, from = 0; y < photoSide; y++) {
    for (
      let to = ((top + y) * sheet.width + left) * 4, end = to + photoSide * 4;
      to < end;
      to += 4, from += 3
    ) {
      sheet.data.set(pixels.subarray(from, from + 3), to)
      sheet.data[to + 3] = 255
    }
  }
}
