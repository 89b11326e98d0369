// Holds outputs for a test: each must keep its bytes until it is released, and throw afterwards.
import { PipelineError, receive, type TensorList } from 'penstock-data'
import { expect } from 'vitest'
import type { Call } from './api-model.js'
import { digest } from './collect.js'

export interface Lists {
  id: TensorList
  wide: TensorList
}
export interface Held {
  lists: Lists
  /** Digest of its bytes when it was delivered. */
  digest: string
  state: 'alive' | 'released' | 'either'
}
export const digestOf = ({ id, wide }: Lists) => digest([id, wide])

export function touch(held: Held, action: (lists: Lists) => unknown): void {
  const before = held.state
  try {
    const found = action(held.lists)
    if (held.state === 'released') expect.fail('a released output was read')
    expect(found, 'bytes of a live output').toBe(held.digest)
  } catch (error) {
    if (!(error instanceof PipelineError) || before === 'alive') throw error
    expect(error.code).toBe('OUTPUT_RELEASED')
  }
}

export function use({ do: action, n }: Call, held: Held): void {
  touch(held, ({ id, wide }) => {
    if (action === 'copy') {
      const own = wide.copy()
      expect(own.map((t) => t.dataSync())).toEqual([...wide].map((t) => t.dataSync()))
    }
    if (action === 'as') {
      const bytes = [...wide].map((t) => t.dataSync().slice())
      expect(receive(wide.as(n % 2 ? 'shared' : 'copy')).map((t) => t.dataSync().slice())).toEqual(bytes)
    }
    return digestOf({ id, wide })
  })
  if (action !== 'as' || n % 3 || held.state !== 'alive') return
  held.lists.wide.as('transfer')
  held.state = 'released'
}
