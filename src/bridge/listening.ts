// A server with a socket in the file system: what `pipe.serve(path)` returns.
import { createServer, type Server, type Socket } from 'node:net'
import { PipelineError } from '../errors.js'
import { limitsOf, type PipelineServerOptions, type ServerLimits } from './limits.js'
import type { Served } from './served.js'
import { BridgeServer } from './server.js'
import { listenAt } from './socket-path.js'

/**
 * A pipeline that other processes of the same user can take batches from, by the path of a Unix socket. Each batch goes to
 * one of them. See docs/python/README.md.
 */
export class PipelineServer {
  private stopping: Promise<void> | undefined

  private constructor(
    /** The path of the socket. */
    readonly path: string,
    private readonly server: BridgeServer,
    private readonly listener: Server,
    private readonly unlink: () => void,
  ) {}

  /** @internal pipe.serve() calls it. */
  static async listen(path: string, pipe: Served, options?: PipelineServerOptions): Promise<PipelineServer> {
    const limits = await checked(pipe, options)
    await pipe.build()
    const server = new BridgeServer(pipe, limits, { refused })
    const listener = createServer((socket) => accept(server, socket))
    try {
      return new PipelineServer(path, server, listener, await listenAt(listener, path))
    } catch (error) {
      await server.close()
      throw error
    }
  }

  /** Number of consumers that are connected. */
  get consumers(): number {
    return this.server.count
  }

  /** Resolves when the server was closed; rejects when the pipeline has failed, after consumers were told. */
  async run(): Promise<void> {
    try {
      await this.server.run()
    } finally {
      await this.close()
    }
  }

  /**
   * Ends all connections, removes the socket and closes the pipeline. Batches that consumers hold stay valid for them.
   */
  close(): Promise<void> {
    this.stopping ??= this.stop()
    return this.stopping
  }

  private async stop(): Promise<void> {
    this.unlink()
    this.listener.close()
    await this.server.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/** The pipeline is the server's, and ends with it also where the options are wrong. */
async function checked(pipe: Served, options: PipelineServerOptions | undefined): Promise<ServerLimits> {
  try {
    return limitsOf(options)
  } catch (error) {
    await pipe.close()
    throw error
  }
}

/** Takes in a process that connects, or ends the connection of one that may not. */
function accept(server: BridgeServer, socket: Socket): void {
  try {
    server.adopt(socket)
  } catch (error) {
    socket.destroy()
    if (!(error instanceof PipelineError)) throw error
    refused(error)
  }
}

function refused({ message }: PipelineError): void {
  process.emitWarning(message, { type: 'PenstockWarning', code: 'CONSUMER_REFUSED' })
}
