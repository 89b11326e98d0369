// Hands batches to other threads: TensorList.as() makes plain data that postMessage takes, and receive() makes tensors
// of that data again.

import { types } from 'node:util'
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { PipelineError } from '../../errors.js'
import { type DType, dtypeBytes } from '../../generated/abi.js'
import { wrongLayout, wrongShape } from '../extents.js'
import { Tensor } from '../tensor.js'
import type { HandOff, HandOffMode } from '../types.js'

interface Packed {
  mode: HandOffMode
  dtype: DType
  layout: string
  /** Shape of each sample. */
  shapes: readonly (readonly number[])[]
  /** The samples, one after the other from the start. */
  buffer: ArrayBuffer
}

/** Makes data that can be posted of samples that lie one after the other in `buffer`. */
export function posted({ mode, dtype, layout, shapes, buffer }: Packed): HandOff {
  let end = 0
  const offsets = shapes.map((shape) => {
    const start = end
    end += shape.reduce((a, b) => a * b, dtypeBytes[dtype])
    return start
  })
  return { mode, dtype, layout, shapes: shapes.map((shape) => [...shape]), buffer, offsets }
}

/**
 * Makes tensors of what `TensorList.as()` gave, in the thread that it was posted to: one per sample, as views on the
 * hand-off's `buffer`. Errors: INVALID_ARGUMENT, for anything else.
 */
export function receive(handOff: HandOff): Tensor[] {
  const { dtype, layout, shapes, buffer, offsets } = handOff ?? {}
  const isBuffer = types.isAnyArrayBuffer(buffer)
  const ok = Object.hasOwn(dtypeBytes, dtype) && isBuffer && Array.isArray(shapes) && Array.isArray(offsets)
  if (!ok || shapes.length !== offsets.length) {
    throw fault('Expected what TensorList.as() gave but received something else')
  }
  const wrong = wrongLayout(layout)
  if (wrong) throw fault(wrong)
  return shapes.map((shape, i) => {
    const at = ` (sample ${i})`
    const wrong = wrongShape(shape, dtype)
    if (wrong) throw fault(wrong + at)
    const offset = offsets[i]!
    const bytes = shape.reduce((a, b) => a * b, dtypeBytes[dtype])
    // A typed array must begin at a multiple of its element size.
    if (
      !Number.isSafeInteger(offset) ||
      offset < 0 ||
      offset % dtypeBytes[dtype] ||
      offset + bytes > buffer.byteLength
    ) {
      const room = `a buffer of ${buffer.byteLength} bytes`
      throw fault(`Expected a place for ${bytes} bytes in ${room} for offsets but received ${shown(offset)}${at}`)
    }
    return new Tensor({ dtype, shape, layout, buffer, offset })
  })
}

function fault(message: string): PipelineError {
  return invalidArgument(message, { op: 'receive' })
}
