// Rules of sizes that several families share. They follow the arithmetic of Python: whole numbers are exact, fractions are
// float64, int() drops the fraction and round() takes halves to the even neighbour.
import type { Size, Window } from './program.js'

/** round() of Python. */
export function round(x: number): number {
  const low = Math.floor(x)
  const rest = x - low
  if (rest !== 0.5) return rest < 0.5 ? low : low + 1
  return low % 2 === 0 ? low : low + 1
}

export const int = Math.trunc
/** a // b of Python. */
export const over = (a: number, b: number): number => Math.floor(a / b)
export const square = (edge: number): Size => ({ height: edge, width: edge })

/** The shorter side becomes `edge`, and the other one keeps the ratio, without its fraction. */
export function shortestEdge({ height, width }: Size, edge: number): Size {
  if (width <= height) return { height: int((edge * height) / width), width: edge }
  return { height: edge, width: int((edge * width) / height) }
}

/** As shortestEdge(), but the longer side is at most `most`. `multiple`: sides are cut to multiples of it, as Yolos does. */
export function edges({ height, width }: Size, edge: number, most: number, multiple?: number): Size {
  const short = Math.min(height, width)
  const long = Math.max(height, width)
  let side = edge
  let exact = edge
  if ((long / short) * edge > most) {
    exact = (most * short) / long
    side = round(exact)
  }
  const upright = width < height
  const taller = { height: int((exact * height) / width), width: side }
  const wider = { height: side, width: int((exact * width) / height) }
  if (multiple === undefined) {
    const kept = (height <= width && height === side) || (width <= height && width === side)
    return kept ? { height, width } : upright ? taller : wider
  }
  // Here an upright image is computed even where its width is kept.
  const made = upright ? taller : height === side ? { height, width } : wider
  return { height: made.height - (made.height % multiple), width: made.width - (made.width % multiple) }
}

/** The largest size of the image's ratio in `height` x `width`, also where it is larger than the image. */
export function fitted(at: Size, height: number, width: number): Size {
  const scale = Math.min(height / at.height, width / at.width)
  return { height: int(at.height * scale), width: int(at.width * scale) }
}

/** Where the centre of an image lies. `down`: half pixels of a border go before the image, else behind it. */
export function centre(at: Size, size: Size, down: boolean): Window {
  const place = (has: number, wants: number) => {
    const half = (has - wants) / 2
    return down ? Math.floor(half) : int(half) || 0
  }
  return { ...size, top: place(at.height, size.height), left: place(at.width, size.width) }
}

/** The image in the middle of a square of its longer side. */
export function inSquare(at: Size): Window {
  const side = Math.max(at.height, at.width)
  return { ...square(side), top: -over(side - at.height, 2) || 0, left: -over(side - at.width, 2) || 0 }
}

/** Multiples of `factor` near the image's sides, with a number of pixels between `least` and `most` for `frames` frames. */
export function smartResize(at: Size, factor: number, least: number, most: number, frames = 1): Size {
  const { height, width } = at
  const rounded = { height: round(height / factor) * factor, width: round(width / factor) * factor }
  const pixels = frames * rounded.height * rounded.width
  if (pixels > most) {
    const beta = Math.sqrt((frames * height * width) / most)
    const down = (side: number) => Math.max(factor, Math.floor(side / beta / factor) * factor)
    return { height: down(height), width: down(width) }
  }
  if (pixels >= least) return rounded
  const beta = Math.sqrt(least / (frames * height * width))
  const up = (side: number) => Math.ceil((side * beta) / factor) * factor
  return { height: up(height), width: up(width) }
}
