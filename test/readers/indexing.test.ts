// The thread that lists data, as JavaScript sees it: a signal ends it with the signal's reason, whenever it fires, and nothing is
// left of it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Handle, native } from '../../src/native.js'
import { onIndexingThread } from '../../src/readers/indexing.js'
import { tempFolder } from '../util/files.js'
import { handles } from '../util/resources.js'
import { tar } from './tar.js'

const folder = tempFolder()
beforeAll(() => writeFileSync(join(folder, 'set.tar'), tar([['0.jpg', 'data']])))

/** Recognises a file; `begun` is called when the thread runs. */
function look(signal: AbortSignal, begun = () => {}, onProgress?: () => void) {
  let taken = 0
  const start = (listener: Handle) => {
    const thread = native().datasetStart(JSON.stringify({ look: [join(folder, 'set.tar')] }), listener, true)
    begun()
    return thread
  }
  const take = (thread: Handle) => {
    taken++
    return JSON.parse(native().datasetTake(thread) as string) as unknown
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

  // The thread is not told of a signal that fires before it is listened to: it makes its result, which nobody may get.
  it('that fires while the thread starts ends the wait with its reason, and what was made is not taken', async () => {
    const ending = new AbortController()
    const { made, taken } = look(ending.signal, () => ending.abort('meanwhile'))
    await expect(made).rejects.toBe('meanwhile')
    expect([taken(), handles()]).toEqual([0, 0])
  })

  it('that fires in onProgress is not followed by another call', async () => {
    const ending = new AbortController()
    let calls = 0
    const { made } = look(ending.signal, undefined, () => {
      calls++
      ending.abort('enough')
    })
    // The only call comes behind the end here, so that the result stands.
    expect(await made).toEqual(['readers.webdataset'])
    expect([calls, handles()]).toEqual([1, 0])
  })
})
