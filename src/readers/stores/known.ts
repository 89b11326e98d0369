// What stores have told of their objects.

/** Facts about at most 4,096 objects. The one that was not asked for the longest time is forgotten where there is no room. */
export class Known<V> {
  private readonly facts = new Map<string, V>()

  get(key: string): V | undefined {
    const fact = this.facts.get(key)
    if (fact === undefined) return undefined
    // A map is in the order in which its entries came.
    this.facts.delete(key)
    this.facts.set(key, fact)
    return fact
  }

  set(key: string, value: V): void {
    this.facts.delete(key)
    this.facts.set(key, value)
    if (this.facts.size <= 4096) return
    for (const first of this.facts.keys()) {
      this.facts.delete(first)
      return
    }
  }

  delete(key: string): boolean {
    return this.facts.delete(key)
  }
}
