// A server for one process, which has started this one and holds the other end of a socket pair. It ends with that process.
import type { Socket } from 'node:net'
import { privateLimits } from './limits.js'
import type { Served } from './served.js'
import { BridgeServer } from './server.js'

/** Builds the pipeline and serves it over the socket; the server closes itself when the consumer has ended. */
export async function serveTo(socket: Socket, pipe: Served): Promise<BridgeServer> {
  try {
    await pipe.build()
    // A consumer that has closed its end may still hold batches, so they are not given back to the stages.
    const server = new BridgeServer(pipe, privateLimits(), { ended: () => void server.close() })
    server.adopt(socket)
    return server
  } catch (error) {
    await pipe.close()
    throw error
  }
}
