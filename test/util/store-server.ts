// Serves a folder with range requests, and has faults on request, for tests of object stores. It runs on a thread of
// its own, because a test's thread may wait for its answers without turning its event loop.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The faults of the server. Counts are by request: 3 means every third one. */
export interface Faults {
  latencyMs?: number
  /** Answers 503. */
  busyEvery?: number
  /** Ends the body before its end, with an orderly close. */
  cutEvery?: number
  /** Resets the connection within the body. */
  resetEvery?: number
  /** Answers every request with this status. */
  status?: number
  /** Takes no notice of ranges, as Python's http.server does. */
  noRanges?: boolean
  /** Never answers. */
  silent?: boolean
  /** The name of the version of a file; by default a strong ETag over its bytes. */
  version?: 'etag' | 'weak' | 'time' | 'none'
  /** Is a bucket of S3, whose folder is the first part of the path: answers only what is signed with one of these keys. */
  keys?: Record<string, { secret: string; token?: string }>
  /** Names in one page of a list. */
  pageSize?: number
  /** The region that requests must be signed for. */
  region?: string
  /** Sends a redirect to the same file first. */
  redirects?: boolean
}

export interface ServerFacts {
  requests: number
  maxAtOnce: number
  bytes: number
  /** Bytes of each answer, in the order of the answers. */
  sizes: number[]
  /** Headers of the last request. */
  headers: Record<string, string>
  connections: number
}

export class StoreServer {
  private constructor(
    private readonly worker: Worker,
    readonly url: string,
  ) {}

  static async open(folder: string): Promise<StoreServer> {
    const worker = new Worker(new URL('./store-server-thread.mjs', import.meta.url), { workerData: { folder } })
    const [port] = (await once(worker, 'message')) as [number]
    return new StoreServer(worker, `http://127.0.0.1:${port}`)
  }

  private async ask<T>(message: object): Promise<T> {
    this.worker.postMessage(message)
    const [answer] = (await once(this.worker, 'message')) as [T]
    return answer
  }

  /** Sets the faults from now on, and begins to count anew. */
  faults(faults: Faults): Promise<void> {
    return this.ask({ faults })
  }
  facts(): Promise<ServerFacts> {
    return this.ask({ facts: true })
  }
  /** Ends the server as a crash does: connections are reset, and no new ones are taken. */
  async die(): Promise<void> {
    await this.ask({ die: true })
  }
  async close(): Promise<void> {
    await this.worker.terminate()
  }
}
