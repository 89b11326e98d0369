// Makes the shapes of a list's samples: an array that can also be called, because code that calls `shape(i)` or
// `shape()` must work.
import { inspect } from 'node:util'

/** One shape per sample. It is read like an array of arrays: `shape[i]`. `[...shape]` makes a true array of it. */
export interface Shapes extends ReadonlyArray<readonly number[]> {
  /**
   * The shape of the whole batch, with the number of samples in front. Throws INVALID_INPUT if the samples' shapes
   * differ.
   * @deprecated Use asTensor().shape.
   */
  (): number[]
  /**
   * The shape of sample i.
   * @deprecated Use shape[i].
   */
  (i: number): number[]
}

/**
 * Makes Shapes of an array; `called` answers calls of it. Neither may refer to a batch, so that a user who keeps the
 * shapes does not keep the batch's memory.
 */
export function shapesOf(shapes: readonly (readonly number[])[], called: (i?: number) => number[]): Shapes {
  const own = (i?: number) => called(i)
  Object.setPrototypeOf(own, Array.prototype)
  const hidden = { length: shapes.length, toJSON: () => shapes, [inspect.custom]: () => shapes }
  for (const key of Reflect.ownKeys(hidden)) Object.defineProperty(own, key, { value: Reflect.get(hidden, key) })
  Object.defineProperty(own, Symbol.isConcatSpreadable, { value: true })
  return Object.freeze(Object.assign(own, shapes)) as unknown as Shapes
}
