// DLPack: tensors for libraries in this process, in host memory or on a GPU, without a copy.
import { dtypeBytes, dtypeNames } from '../../generated/abi.js'
import { type Handle, native } from '../../native.js'
import type { DeviceView, HostView } from './view.js'

/** The memory of tensors that others hold, which must not be collected. */
const exported = new Map<Handle, HostView | DeviceView>()

/** What ends with the consumer's use. */
export interface Held {
  /** Orders the consumer behind the work that makes the tensor; returns what ends that. */
  lend?: (() => () => void) | undefined
  /** Keeps the tensor's memory; returns what lets go of it. */
  retain?: (() => () => void) | undefined
}

/**
 * A DLManagedTensor's address. Its deleter may run on any thread; what `held` keeps is let go of on this thread after
 * that. Waiting for the deleter does not keep the process alive.
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
  const handle = native().listen(() => {
    forget()
    release()
  })
  exported.set(handle, tensor)
  try {
    return native().dlpack(dims, view, handle, arena)
  } catch (error) {
    forget()
    throw error
  }
}
