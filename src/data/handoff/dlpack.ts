// DLPack: gives tensors in host memory or on a GPU to other libraries in this process, without a copy.
import { dtypeBytes, dtypeNames } from '../../generated/abi.js'
import { type Handle, native } from '../../native.js'
import type { DeviceView, HostView } from './view.js'

/**
 * Tensors that another library holds, by the handle of their listener: this keeps their memory from being collected.
 */
const exported = new Map<Handle, HostView | DeviceView>()

/** Holds that last while the consumer uses the tensor. Each function returns the function that ends it. */
export interface Held {
  /** Makes the consumer's stream wait for the work that makes the tensor. */
  lend?: (() => () => void) | undefined
  /** Keeps the tensor's memory. */
  retain?: (() => () => void) | undefined
}

/**
 * Makes a DLManagedTensor and returns its address. The consumer may call its deleter on any thread; what is held then
 * ends on this thread. An outstanding deleter does not keep the process alive.
 */
export function exportDlpack(tensor: HostView | DeviceView, { lend, retain }: Held): bigint {
  const done = lend?.()
  let unpin: (() => void) | undefined
  const release = () => {
    try {
      done?.()
    } finally {
      unpin?.()
    }
  }
  try {
    unpin = retain?.()
    return capsule(tensor, release)
  } catch (error) {
    release()
    throw error
  }
}

function capsule(tensor: HostView | DeviceView, release: () => void): bigint {
  const { dtype, shape } = tensor
  const onHost = 'buffer' in tensor
  const bytes = shape.reduce((a, b) => a * b, dtypeBytes[dtype])
  const view = onHost ? new Uint8Array(tensor.buffer as ArrayBuffer, tensor.offset, bytes) : null
  const [address, gpu, arena] = onHost ? [0, -1, 0] : [tensor.address, tensor.gpu, tensor.arena]
  const dims = Float64Array.from([address, gpu, dtypeNames.indexOf(dtype), ...shape])
  const forget = () => {
    exported.delete(handle)
    native().close(handle)
  }
  const handle = native().listen(
    () => {
      forget()
      release()
    },
    // The pipeline handles a failure of release() itself; nothing waits for the other library.
    (error) => {
      throw error
    },
  )
  exported.set(handle, tensor)
  try {
    return native().dlpack(dims, view, handle, arena)
  } catch (error) {
    forget()
    throw error
  }
}
