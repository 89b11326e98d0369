// Masks and maps resized to the nearest pixel, as the two kinds of classes do it.
import type { Backend } from '../config.js'
import type { Size } from '../program.js'

const f32 = Math.fround

/** For each of `to` places the one of `from` that it takes. */
function indices(from: number, to: number, backend: Backend): Int32Array {
  const made = new Int32Array(to)
  if (backend === 'torchvision') {
    const scale = f32(from / to)
    for (let i = 0; i < to; i++) made[i] = Math.min(Math.floor(f32(f32(i + 0.5) * scale)), from - 1)
    return made
  }
  // Pillow adds the scale up.
  const scale = from / to
  for (let i = 0, at = scale * 0.5; i < to; i++, at += scale) made[i] = Math.min(Math.floor(at), from - 1)
  return made
}

/** `to` has an array's kind. A map of `from` becomes one of `size`, which begins at `at` of `to`. */
export function resizeNearest<T extends Uint8Array | Float64Array>(
  map: T,
  from: Size,
  size: Size,
  backend: Backend,
  to: T,
  at = 0,
): void {
  const rows = indices(from.height, size.height, backend)
  const columns = indices(from.width, size.width, backend)
  for (let row = 0, i = at; row < size.height; row++) {
    const begin = rows[row]! * from.width
    for (let column = 0; column < size.width; column++) to[i++] = map[begin + columns[column]!]!
  }
}
