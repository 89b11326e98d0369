// Collects the dtypes and the smallest and largest extents of the outputs of a run.
import type { TensorList } from '../index.js'

export interface OutputShape {
  name: string
  dtype: string
  /** The smallest and the largest extent of each axis; null where samples have different numbers of axes. */
  shape: (readonly [least: number, most: number])[] | null
}

export class OutputShapes {
  private readonly outputs = new Map<string, OutputShape>()

  /** Takes the outputs of a batch, by their names. */
  add(batch: ReadonlyMap<string, TensorList>): void {
    for (const [name, list] of batch) {
      for (const shape of list.shape) this.addSample(name, list.dtype, shape)
    }
  }

  private addSample(name: string, dtype: string, shape: readonly number[]): void {
    const known = this.outputs.get(name)
    if (!known) {
      this.outputs.set(name, { name, dtype, shape: shape.map((extent) => [extent, extent]) })
    } else if (known.shape?.length !== shape.length) {
      known.shape = null
    } else {
      known.shape = known.shape.map(([least, most], i) => [Math.min(least, shape[i]!), Math.max(most, shape[i]!)])
    }
  }

  all(): OutputShape[] {
    return [...this.outputs.values()]
  }
}

/** "[480, 600..640, 3]" */
export function shapeText({ shape }: OutputShape): string {
  if (!shape) return 'of several numbers of axes'
  return `[${shape.map(([least, most]) => (least === most ? least : `${least}..${most}`)).join(', ')}]`
}
