// Types of hub-server.mjs.
/** The files of a commit, by path. */
export type Files = Readonly<Record<string, string | Uint8Array>>

export interface Asked {
  hub: boolean
  url: string
  range: string | undefined
  authorization: string | undefined
}

/** What the server does otherwise than by default. */
export interface Ways {
  /** Only requests with this token are answered. */
  token?: string
  /** The error code and status of all answers. */
  refuse?: { status: number; code?: string; headers?: Record<string, string> }
  pageSize?: number
  /** Requests that a signed URL holds for. */
  uses?: number
  /** Headers that the hub sends with files in place of its own. */
  headers?: Record<string, string>
  /** What a link to the next page has before its query. */
  link?: string
  /** Answers in place of trees. */
  tree?: string
  /** Answers in place of commits. */
  revision?: string
  /** Files of more bytes are redirected. */
  small?: number
  /** The ETag of the other server: without it, none. */
  storageTag?: string
}

export class HubServer {
  ways: Ways
  asked: Asked[]
  url: string
  static open(): Promise<HubServer>
  /** Lets a branch name a commit of these files, and returns the commit. */
  push(repository: string, files: Files, branch?: string): string
  close(): void
}
