// Grids of tiles for images, by the ratio of their sides.
import type { Size } from './program.js'

export interface Grid {
  readonly columns: number
  readonly rows: number
}

/** All grids of `least` to `most` tiles, from the smallest on. */
export function grids(least: number, most: number): Grid[] {
  const sides = Array.from({ length: most }, (_, i) => i + 1)
  const all = sides.flatMap((columns) => sides.map((rows) => ({ columns, rows })))
  const tiles = ({ columns, rows }: Grid) => columns * rows
  return all.filter((grid) => tiles(grid) >= least && tiles(grid) <= most).sort((a, b) => tiles(a) - tiles(b))
}

/** The grid whose ratio is nearest to the image's; of equally near ones a larger one, if the image fills more than half of it. */
export function gridOf(all: readonly Grid[], tile: Size, { height, width }: Size): Grid {
  let best: Grid = { columns: 1, rows: 1 }
  let least = Number.POSITIVE_INFINITY
  for (const grid of all) {
    const off = Math.abs(width / height - grid.columns / grid.rows)
    const larger = off === least && width * height > 0.5 * tile.height * tile.width * grid.columns * grid.rows
    if (off < least) [least, best] = [off, grid]
    else if (larger) best = grid
  }
  return best
}
