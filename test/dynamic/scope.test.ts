// Scopes of modes, contexts and devices: whoever enters one sees it, and nobody else does, whatever way it is entered and left.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentMode, Device, device, EvalContext, evalMode, withEvalMode } from '../../src/dynamic.js'
import { runOnNode } from './run-node.js'

const context = new EvalContext({ numThreads: 1, device: 'cpu' })
afterAll(() => context.close())

let warnings: string[]
beforeEach(() => {
  warnings = []
  vi.spyOn(process, 'emitWarning').mockImplementation(((text: string, { code }: { code: string }) => {
    warnings.push(`${code}: ${text}`)
  }) as never)
})
afterEach(() => vi.restoreAllMocks())

const isInContext = () => EvalContext.current() === context
const cpu = new Device('cpu', null)
/** Told apart by identity: a machine without a GPU is on the CPU anyway. */
const isOnDevice = () => Device.current() === cpu
// Bound functions have no stack frame, so the tests below enter by themselves.
const kinds = [
  {
    name: "evalMode('deferred')",
    instead: "withEvalMode('deferred', fn)",
    enter: evalMode.bind(null, 'deferred'),
    run: <T>(fn: () => T) => withEvalMode('deferred', fn),
    holds: () => currentMode() === 'deferred',
  },
  {
    name: 'context.enter()',
    instead: 'context.run(fn)',
    enter: context.enter.bind(context),
    run: <T>(fn: () => T) => context.run(fn),
    holds: isInContext,
  },
  {
    name: "device('cpu').enter()",
    instead: "device('cpu').run(fn)",
    enter: cpu.enter.bind(cpu),
    run: <T>(fn: () => T) => device(cpu).run(fn),
    holds: isOnDevice,
  },
]

const left = (message: string) =>
  expect.objectContaining({ code: 'SCOPE_NOT_LEFT', message: expect.stringContaining(message) })

describe.each(kinds)('$name', ({ name, instead, enter, run, holds }) => {
  it('ends with the turn where a called function waits in it, and the function hears of it', async () => {
    const helper = async () => {
      using _ = enter()
      expect(holds()).toBe(true)
      await sleep(1)
      return holds()
    }
    for (const caller of [null, sleep(0)]) {
      const promise = helper()
      const result = expect(promise).rejects.toThrow(left(`${name}, entered at`))
      // The caller's own continuation.
      await caller
      expect(holds()).toBe(false)
      await result
      await expect(promise).rejects.toMatchObject({ hint: expect.stringContaining(instead) })
      expect(holds()).toBe(false)
    }
    // One line of code is told of once.
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/^SCOPE_NOT_LEFT: .*scope\.test\.ts:\d+:\d+, was not left before .* waited or returned/)
    expect(warnings[0]).toContain(name)
  })

  it('is not seen by the caller of an async function that waits in it', async () => {
    const helper = async () => {
      using _ = enter()
      expect(holds()).toBe(true)
      await sleep(1)
    }
    const promise = helper()
    expect(holds()).toBe(false)
    const other = () => holds()
    expect(other()).toBe(false)
    await expect(promise).rejects.toThrow(left('was left by a function that had waited since'))
    expect(warnings).toEqual([expect.stringContaining(`${name}, entered at`)])
  })

  it('ends with the turn where a called function returns without leaving it', async () => {
    const helper = () => void enter()
    helper()
    await null
    expect(holds()).toBe(false)
    expect(warnings).toEqual([expect.stringContaining(`${name}, entered at`)])
  })

  it('is never seen by the caller of its function form, and holds across awaits there', async () => {
    const helper = () =>
      run(async () => {
        await sleep(1)
        return holds()
      })
    const promise = helper()
    expect(holds()).toBe(false)
    await null
    expect(holds()).toBe(false)
    expect(await promise).toBe(true)
  })

  it('holds across awaits where nobody but the function itself goes on', async () => {
    const task = async () => {
      await null
      using _ = enter()
      await sleep(1)
      return holds()
    }
    const tasks = [task(), task()]
    await null
    expect(holds()).toBe(false)
    expect(await Promise.all(tasks)).toEqual([true, true])
    expect(holds()).toBe(false)
    expect(warnings).toEqual([])
  })

  it('refuses to be left in a task that does not run in it, and ends all the same', async () => {
    const seen: boolean[] = []
    let handle: Disposable | undefined
    const task = (async () => {
      await null
      handle = enter()
      await sleep(5)
      seen.push(holds())
    })()
    await sleep(1)
    expect(() => handle![Symbol.dispose]()).toThrow(left('was left in a task that does not run in it'))
    // What was left is left.
    handle![Symbol.dispose]()
    await task
    expect(seen).toEqual([false])
    expect(warnings).toEqual([])
  })

  it('tells of one that was never left', async () => {
    await (async () => {
      await null
      enter()
      await null
    })()
    await expect
      .poll(async () => {
        global.gc!()
        await sleep(1)
        return warnings
      })
      .toEqual([expect.stringMatching(/^SCOPE_NOT_LEFT: .*was never left/)])
  })
})

it('holds across awaits at the top of a module', async () => {
  const script = `
    const mode = nd.evalMode('syncCpu')
    await new Promise((resolve) => setTimeout(resolve, 1))
    console.log(nd.currentMode())
    mode[Symbol.dispose]()
    console.log(nd.currentMode())`
  expect(await runOnNode(script)).toBe('syncCpu\neager')
})
