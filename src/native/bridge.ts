// The types of the native functions for serving other processes (native/addon/bridge.cc): memory that they can map, and
// messages with its descriptors.
import type { Handle } from './handle.js'

export interface BridgeFunctions {
  /**
   * Puts pages that other processes can map under shared memory that no other thread uses yet; what it holds is lost.
   * `reserved`: the bytes to which its buffer can grow. Returns the handle of the pages' descriptor, which goes into
   * bridgeSend(); the pages live as long as the buffer. Throws UNSUPPORTED and OUT_OF_MEMORY.
   */
  bridgeShare(memory: Handle, reserved: number): Handle
  /**
   * Returns the process at the other end of a Unix socket, by the number of the socket's descriptor, and keeps that
   * descriptor from programs that this process starts.
   */
  bridgePeer(socket: number): [pid: number, uid: number]
  /** Locks an open file or folder until it is closed. Returns false where another process or descriptor has locked it. */
  bridgeLock(descriptor: number): boolean
  /**
   * Sends bytes over a socket, with the descriptors of segments, which go with the first byte. It never waits. Returns
   * the number of bytes that were sent, which may be 0, or -1 if the peer has ended.
   */
  bridgeSend(socket: number, bytes: Uint8Array, segments: readonly Handle[]): number
  /**
   * What another process must open to read a slot's batch on the GPU: memory, and behind it the event that it records
   * behind its last use, whose address and bytes are 0. Numbers are not used again. Only for slots of bridgeShare().
   */
  bridgeExports(memory: Handle): [id: number, address: number, bytes: number][]
  /** One of them; `ipc` are CUDA's 64 bytes for the other process. What it stands for is kept until the handle is closed. */
  bridgeExport(memory: Handle, id: number): [handle: Handle, gpu: number, ipc: string]
  /** Whether the slot uses the memory or event no more. The handle is closed when no process has it open. */
  bridgeDropped(exported: Handle): boolean
  /**
   * Whether the work is over that the process which had the batch has queued behind its use. With `dead` it has ended and
   * is not waited for. Throws INTERNAL when the GPU failed.
   */
  bridgeGivenBack(memory: Handle, dead: boolean): boolean
}
