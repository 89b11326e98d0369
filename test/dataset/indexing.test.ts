// The thread that lists data, as JavaScript sees it: a signal ends it with the signal's reason, whenever it fires, and nothing is
// left of it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Handle, native } from '../../src/native.js'
import { onIndexingThread } from '../../src/readers/indexing.js'
import { tar } from '../readers/tar.js'
import { tempFolder } from '../util/files.js'
import { handles } from '../util/resources.js'

const folder = tempFolder()
beforeAll(() => writeFileSync(join(folder, 'set.tar'), tar([['0.jpg', 'data']])))

/** Recognises a file; `begun` is called when the thread runs, `taking` when its result is taken. */
function look(signal: AbortSignal, begun = () => {}, onProgress?: () => void, taking = () => {}) {
  let taken = 0
  const start = (listener: Handle) => {
    const task = native().formatsFind([join(folder, 'set.tar')], listener)
    begun()
    return task
  }
  const take = (task: Handle) => {
    taken++
    taking()
    return JSON.parse(native().taskTake(task) as string) as unknown
  }
  return { made: onIndexingThread(start, take, { signal, onProgress }), taken: () => taken }
}

describe('a signal', () => {
  it('that does not fire changes nothing', async () => {
    expect(await look(new AbortController().signal).made).toEqual(['readers.webdataset'])
    expect(handles()).toBe(0)
  })

  it('that has fired starts no thread', async () => {
    let begun = false
    const { made } = look(AbortSignal.abort('early'), () => {
      begun = true
    })
    await expect(made).rejects.toBe('early')
    expect([begun, handles()]).toEqual([false, 0])
  })

  // JavaScript listens to the signal only once the indexing thread runs. A signal that fires before does not reach that thread,
  // which makes its result all the same; the caller must get the reason, and not the result.
  it('that fires while the thread starts ends the wait with its reason, and what was made is not taken', async () => {
    const ending = new AbortController()
    const { made, taken } = look(ending.signal, () => ending.abort('meanwhile'))
    await expect(made).rejects.toBe('meanwhile')
    expect([taken(), handles()]).toEqual([0, 0])
  })

  it('that fires before the last call of onProgress leaves it out', async () => {
    const ending = new AbortController()
    let calls = 0
    const count = () => {
      calls++
    }
    expect(await look(new AbortController().signal, undefined, count).made).toEqual(['readers.webdataset'])
    expect(calls).toBe(1)
    // The result stands: it is there before the signal.
    await look(ending.signal, undefined, count, () => ending.abort('enough')).made
    expect([calls, handles()]).toEqual([1, 0])
  })
})
