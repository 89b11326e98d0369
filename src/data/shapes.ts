// The shapes of a list's samples: an array to read, which may be called as well, because `shape(i)` and `shape()` is how
// lists told them first.
import { inspect } from 'node:util'

/** One shape per sample. It is read like an array of arrays, and a true one is made of it by `[...shapes]`. */
export interface Shapes extends ReadonlyArray<readonly number[]> {
  /**
   * That of the whole batch, with the number of samples in front, when all are equal; INVALID_INPUT otherwise.
   * @deprecated Use asTensor().shape.
   */
  (): number[]
  /**
   * That of sample i.
   * @deprecated Use shape[i].
   */
  (i: number): number[]
}

/** `called` answers calls. Neither may hold a batch: what a user keeps of this must not keep memory. */
export function shapesOf(shapes: readonly (readonly number[])[], called: (i?: number) => number[]): Shapes {
  const own = (i?: number) => called(i)
  Object.setPrototypeOf(own, Array.prototype)
  const hidden = { length: shapes.length, toJSON: () => shapes, [inspect.custom]: () => shapes }
  for (const key of Reflect.ownKeys(hidden)) Object.defineProperty(own, key, { value: Reflect.get(hidden, key) })
  Object.defineProperty(own, Symbol.isConcatSpreadable, { value: true })
  return Object.freeze(Object.assign(own, shapes)) as unknown as Shapes
}
