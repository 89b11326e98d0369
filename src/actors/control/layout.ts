// Where everything lies in the control block of a pipeline, in bytes from its start: the words that all threads share,
// then for each actor a bell and a statistics area, then the mailboxes. The supervisor lays it out. What native code reads
// as well (accounts, bells, mailboxes) is described in native/abi.json; what is here belongs to JavaScript alone.
import { account, ring } from '../../generated/abi.js'

/** int32 words, but for the accounts, which are int64 words. */
export const controlAt = {
  mode: 0,
  /** Raised when a consumer abandons an epoch: batches of an older generation are dropped wherever they are. */
  generation: 4,
  /** The epoch that sources begin when they see a new generation. */
  epoch: 8,
  /** Batches that the consumer has asked for, where stages do not run ahead. */
  tickets: 12,
  /** Raised to ask all actors for the memory that they do not use. */
  trims: 16,
  /** Batches that the user holds. */
  leased: 20,
  /** Counts batches that were sent, taken or given back anywhere: while it changes, waiting makes sense. */
  progress: 28,
  /** Account of device memory. */
  deviceAccount: 32,
  /** Account of page-locked memory. */
  pinnedAccount: 48,
  /** Account of host memory, with the words of `hostWords` behind it. */
  hostAccount: 64,
  /** Set for good once memory was short. */
  short: 112,
  /** The bell of the actor that tries again to get by with its memory. */
  turn: 116,
  /** How many batches each source has finished: one word per turn. */
  done: 128,
} as const

/** Turns that `done` has words for. */
export const maxTurns = 32

/** int64 words behind those of the account of host memory, in bytes from the account's start. */
export const hostWords = {
  /** The part of the limit that stages may fill before the consumer asks for a batch. */
  comfort: account.accountBytes,
  /** Bytes in batches that stages make ahead. */
  ahead: account.accountBytes + 8,
  /** The most that `ahead` may be. */
  mostAhead: account.accountBytes + 16,
  /** The part of the used bytes that slots take. */
  slots: account.accountBytes + 24,
} as const

const headerBytes = 2 * ring.line

/** Byte offsets of the areas in a block of `bytes` bytes. */
export interface BlockLayout {
  bytes: number
  bells: number[]
  stats: number[]
  mailboxes: number[]
}

export function layOut(actors: number, mailboxes: number): BlockLayout {
  let at = headerBytes
  const take = (count: number, bytes: number) =>
    Array.from({ length: count }, () => {
      const offset = at
      at += Math.ceil(bytes / ring.line) * ring.line
      return offset
    })
  return {
    bells: take(actors, ring.bellBytes),
    stats: take(actors, ring.statsBytes),
    mailboxes: take(mailboxes, ring.mailboxBytes),
    bytes: at,
  }
}
