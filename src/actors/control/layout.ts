// The layout of a pipeline's control block, in bytes from its start: first the words that all threads share, then a
// bell and a statistics area for each actor, then the mailboxes. The supervisor makes it. Parts that native code uses
// too (accounts, bells, mailboxes) are described in native/abi.json; the words here are used by JavaScript alone.
import { account, ring } from '../../generated/abi.js'

/** Offsets of int32 words; the accounts consist of int64 words. */
export const controlAt = {
  mode: 0,
  /** Increased when a consumer gives up an epoch: batches of an older generation are dropped wherever they are. */
  generation: 4,
  /** The epoch that sources begin when they see a new generation. */
  epoch: 8,
  /** Number of batches that the consumer has asked for, where stages do not run ahead. */
  tickets: 12,
  /** Increased to ask all actors for the memory that they do not use. */
  trims: 16,
  /** Number of batches that the user holds. */
  leased: 20,
  /** Counts batches that were sent, taken or given back anywhere. While it changes, waiting for memory makes sense. */
  progress: 28,
  /** Account of device memory. */
  deviceAccount: 32,
  /** Account of page-locked memory. */
  pinnedAccount: 48,
  /** Account of host memory; the words of `hostWords` follow it. */
  hostAccount: 64,
  /** Becomes 1 when memory is short for the first time, and stays so. */
  short: 112,
  /** The bell of the one actor that may retry with too little memory; 0 if there is none. */
  turn: 116,
  /** Number of batches that each source has finished: one word per turn. */
  done: 128,
} as const

/** Number of words at `done`. */
export const maxTurns = 32

/** Offsets of the int64 words after the account of host memory, from the start of that account. */
export const hostWords = {
  /** The part of the limit that stages may fill before the consumer asks for a batch. */
  comfort: account.accountBytes,
  /** Bytes of batches that stages make ahead. */
  ahead: account.accountBytes + 8,
  /** The limit for `ahead`. */
  maxAhead: account.accountBytes + 16,
  /** The part of the used bytes that is in slots. */
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
