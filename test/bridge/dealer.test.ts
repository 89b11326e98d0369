// The dealer against a model: whatever consumers do, each batch goes to a member of the epoch that has asked for it, in
// the order of asking, and no consumer takes part twice in one epoch.
// @module-tag shared
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Dealer } from '../../src/bridge/dealer.js'

type Step = { do: 'begin' | 'ask' | 'leave' | 'forget' | 'deal'; who: number } | { do: 'start' | 'end'; who: 0 }

const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constantFrom('begin' as const, 'ask' as const, 'ask' as const, 'leave' as const, 'forget' as const),
      who: fc.integer({ min: 0, max: 3 }),
    }),
    fc.record({ do: fc.constantFrom('start' as const, 'end' as const, 'deal' as const), who: fc.constant(0 as const) }),
  ),
  { maxLength: 60 },
) as fc.Arbitrary<Step[]>

/** What the dealer must do, written down plainly. */
class Model {
  epoch = 0
  running = false
  /** Per consumer: its iteration, and the epoch that it is a member of; undefined while it waits. */
  readonly parts = new Map<number, { iteration: number; member: number | undefined }>()
  readonly last = new Map<number, number>()
  asked: number[] = []

  begin(who: number, iteration: number): void {
    this.leave(who)
    const joins = this.running && this.last.get(who) !== this.epoch
    this.parts.set(who, { iteration, member: joins ? this.epoch : undefined })
    if (joins) this.last.set(who, this.epoch)
    this.asked.push(who)
  }
  leave(who: number): void {
    this.parts.delete(who)
    this.asked = this.asked.filter((other) => other !== who)
  }
  start(): void {
    this.running = true
    this.epoch++
    for (const [who, part] of this.parts) {
      part.member = this.epoch
      this.last.set(who, this.epoch)
    }
  }
  end(): number[] {
    this.running = false
    const over = [...this.parts].filter(([, { member }]) => member !== undefined).map(([who]) => who)
    for (const who of over) this.leave(who)
    return over
  }
  get next(): number | undefined {
    return this.asked.find((who) => this.parts.get(who)!.member !== undefined)
  }
}

test('does as a model does, for any order of calls', { tags: 'property' }, () => {
  fc.assert(
    fc.property(steps, (all) => {
      const dealer = new Dealer<number>()
      const model = new Model()
      for (const [i, step] of all.entries()) {
        const { who } = step
        if (step.do === 'begin') {
          dealer.begin(who, i)
          model.begin(who, i)
        } else if (step.do === 'ask') {
          dealer.ask(who)
          if (model.parts.has(who) && !model.asked.includes(who)) model.asked.push(who)
        } else if (step.do === 'leave') {
          dealer.leave(who)
          model.leave(who)
        } else if (step.do === 'forget') {
          dealer.forget(who)
          model.leave(who)
          model.last.delete(who)
        } else if (step.do === 'start' && dealer.isWanted) {
          expect(dealer.start().sort()).toEqual([...model.parts.keys()].sort())
          model.start()
        } else if (step.do === 'end' && model.running) {
          const over = dealer.end().map(([consumer]) => consumer)
          expect(over.sort()).toEqual(model.end().sort())
        } else if (step.do === 'deal' && dealer.next) {
          const [consumer] = dealer.next
          expect(consumer).toBe(model.next)
          dealer.dealt(consumer)
          model.asked.splice(model.asked.indexOf(consumer), 1)
        }
        const next = model.next
        expect(dealer.next).toEqual(next === undefined ? undefined : [next, model.parts.get(next)!.iteration])
        expect(dealer.isWanted).toBe(!model.running && model.parts.size > 0)
        expect(dealer.isTaken).toBe(model.running && [...model.parts.values()].some((p) => p.member !== undefined))
      }
    }),
    { numRuns: 500 },
  )
})

test('no consumer waits longer than for one batch of each of the others', { tags: 'property' }, () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { minLength: 20, maxLength: 80 }), fc.nat(6), (asks, often) => {
      const dealer = new Dealer<number>()
      for (let who = 0; who < 5; who++) dealer.begin(who, 1)
      dealer.start()
      /** Of each consumer that waits: what the others have got meanwhile. */
      const got = new Map<number, number[]>([0, 1, 2, 3, 4].map((who) => [who, []]))
      for (const who of asks) {
        // The first one floods.
        for (let i = 0; i < often; i++) dealer.ask(0)
        dealer.ask(who)
        for (const one of often ? [0, who] : [who]) if (!got.has(one)) got.set(one, [])
        const [next] = dealer.next!
        dealer.dealt(next)
        got.delete(next)
        for (const others of got.values()) {
          others.push(next)
          expect(others).toEqual([...new Set(others)])
        }
      }
    }),
  )
})

describe('a consumer', () => {
  test('that leaves an epoch waits for the next one, and others get the rest', () => {
    const dealer = new Dealer<string>()
    dealer.begin('a', 1)
    dealer.begin('b', 1)
    dealer.start()
    dealer.begin('a', 2)
    expect(dealer.next).toEqual(['b', 1])
    dealer.dealt('b')
    expect(dealer.next).toBeUndefined()
    expect(dealer.end()).toEqual([['b', 1]])
    expect(dealer.isWanted).toBe(true)
    expect(dealer.start()).toEqual(['a'])
  })

  test('that is new joins the epoch that runs', () => {
    const dealer = new Dealer<string>()
    dealer.begin('a', 1)
    dealer.start()
    dealer.begin('b', 1)
    expect(dealer.isTaken).toBe(true)
    dealer.forget('a')
    expect(dealer.next).toEqual(['b', 1])
  })
})
