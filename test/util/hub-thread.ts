// The hub of hub-server.mjs on a thread, for tests of pipelines.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Asked, Files, Ways } from './hub-server.mjs'

export class HubThread {
  private constructor(
    private readonly worker: Worker,
    readonly url: string,
  ) {}

  static async open(): Promise<HubThread> {
    const worker = new Worker(new URL('./hub-server-thread.mjs', import.meta.url))
    const [url] = (await once(worker, 'message')) as [string]
    return new HubThread(worker, url)
  }

  private async ask<T>(message: object): Promise<T> {
    this.worker.postMessage(message)
    const [answer] = (await once(this.worker, 'message')) as [T]
    return answer
  }

  /** Lets a branch name a commit of these files, and returns the commit. */
  push(repository: string, files: Files, branch = 'main'): Promise<string> {
    return this.ask({ push: [repository, files, branch] })
  }
  set(ways: Ways): Promise<unknown> {
    return this.ask({ ways })
  }
  /** What was asked since the last call. */
  asked(): Promise<Asked[]> {
    return this.ask({ forget: true })
  }
  async close(): Promise<void> {
    await this.worker.terminate()
  }
}
