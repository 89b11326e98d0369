// Decides which consumer gets which batch. Consumers take part in epochs together: each batch of an epoch goes to one of
// them, the one that asked first. It knows nothing of sockets and pipelines, so that a test can drive it alone.

/** A consumer's part in an epoch. */
interface Member {
  /** The consumer's own number of its iteration. */
  iteration: number
  /** 'waiting': for an epoch to begin. */
  state: 'waiting' | 'member'
  /** The last epoch that it took part in, by the dealer's count; 0: none. */
  epoch: number
}

export class Dealer<Consumer> {
  /** Epochs that were begun. */
  private epoch = 0
  private running = false
  private readonly members = new Map<Consumer, Member>()
  /** The last epoch of each consumer that is connected. */
  private readonly seen = new Map<Consumer, number>()
  /**
   * Who asked for a batch, in order. A consumer stands here once, however often it has asked, and behind the others when it
   * has got one: so none waits for more than one batch of each of the others.
   */
  private readonly asked = new Set<Consumer>()

  /** The consumer leaves the epoch that it is in and asks for the first batch of its next one. */
  begin(consumer: Consumer, iteration: number): void {
    this.leave(consumer)
    const epoch = this.seen.get(consumer) ?? 0
    // A consumer that is new joins the others.
    const joins = this.running && epoch < this.epoch
    this.members.set(consumer, { iteration, state: joins ? 'member' : 'waiting', epoch })
    if (joins) this.join(consumer)
    this.asked.add(consumer)
  }

  private join(consumer: Consumer): void {
    const member = this.members.get(consumer)!
    member.state = 'member'
    member.epoch = this.epoch
    this.seen.set(consumer, this.epoch)
  }

  /** Asks for a batch. It has no effect outside of an iteration, and while the consumer waits for one. */
  ask(consumer: Consumer): void {
    if (this.members.has(consumer)) this.asked.add(consumer)
  }

  leave(consumer: Consumer): void {
    this.members.delete(consumer)
    this.asked.delete(consumer)
  }

  /** The consumer has ended. */
  forget(consumer: Consumer): void {
    this.leave(consumer)
    this.seen.delete(consumer)
  }

  /** Whether the consumer takes part in an epoch or waits for one. */
  has(consumer: Consumer): boolean {
    return this.members.has(consumer)
  }

  /** Whether consumers wait for an epoch while none is running. */
  get isWanted(): boolean {
    return !this.running && this.members.size > 0
  }

  /** Whether the running epoch still has members; without any the rest of it is dropped. */
  get isTaken(): boolean {
    return this.running && [...this.members.values()].some(({ state }) => state === 'member')
  }

  /** Begins an epoch; returns its members. */
  start(): Consumer[] {
    this.epoch++
    this.running = true
    for (const consumer of this.members.keys()) this.join(consumer)
    return [...this.members.keys()]
  }

  /** All members have left the epoch: who begins from now on waits for the next one. */
  abandon(): void {
    this.running = false
  }

  /** Ends the epoch; returns its members, whose iterations are over, with the numbers of these. */
  end(): (readonly [Consumer, number])[] {
    this.running = false
    const over = [...this.members].filter(([, { state }]) => state === 'member')
    for (const [consumer] of over) this.leave(consumer)
    return over.map(([consumer, { iteration }]) => [consumer, iteration])
  }

  /** Who gets the next batch, and the number of its iteration; undefined while no member has asked for one. */
  get next(): readonly [Consumer, number] | undefined {
    return this.nextOf(() => true)
  }

  /** As `next`, among the consumers that may have one now. */
  nextOf(may: (consumer: Consumer) => boolean): readonly [Consumer, number] | undefined {
    for (const consumer of this.asked) {
      const { state, iteration } = this.members.get(consumer)!
      if (state === 'member' && may(consumer)) return [consumer, iteration]
    }
    return undefined
  }

  /** The consumer got the batch that it asked for. */
  dealt(consumer: Consumer): void {
    this.asked.delete(consumer)
  }
}
