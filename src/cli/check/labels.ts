// Counts the samples, or the objects in them, of each class.

/** With more different labels than these they are no classes. */
const maxClasses = 100_000

export class Labels {
  private readonly counts = new Map<number, number>()
  /** So far each label is the number of its sample, as it is where files are listed one by one. */
  private arePositions = true
  private tooMany = false

  /** Adds the labels of a sample; returns one number for all of them, which is equal for equal labels. */
  add(sample: number, labels: ArrayLike<number | bigint>): number {
    this.arePositions &&= labels.length === 1 && Number(labels[0]) === sample
    let all = labels.length
    for (let i = 0; i < labels.length; i++) {
      const label = Number(labels[i])
      all = (Math.imul(all, 31) + label) | 0
      if (this.tooMany) continue
      this.counts.set(label, (this.counts.get(label) ?? 0) + 1)
      this.tooMany = this.counts.size > maxClasses
    }
    return all
  }

  /** The classes with their counts, those with names first; none where labels are no classes. */
  classes(names: readonly string[]): { label: number; name: string | null; count: number }[] {
    if (this.tooMany || (this.arePositions && !names.length)) return []
    // A folder without sub-folders, or data whose labels say nothing.
    if (!names.length && this.counts.size < 2) return []
    const labels = new Set([...names.keys(), ...[...this.counts.keys()].sort((a, b) => a - b)])
    return [...labels].map((label) => ({ label, name: names[label] ?? null, count: this.counts.get(label) ?? 0 }))
  }
}
