// Checks whether an output's memory is still there: user code may have transferred the buffer that it looks at.
import { outputReleased } from '../errors/factories.js'

/** Throws OUTPUT_RELEASED when the user has transferred the memory to another buffer. */
export function checkAttached(buffer: ArrayBufferLike, bytes: number): void {
  if (buffer.byteLength || !bytes) return
  throw outputReleased("This output's memory was transferred to another buffer", 'Transfer a copy: output.copy()')
}
