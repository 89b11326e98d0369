// Room for the bodies of large objects that are on their way: 64 of them at one time, each of which may have half a gigabyte, would
// take more memory than a machine has. A body is read on when there is room for all that it may have.

/** Bytes of a body for which no room is asked. */
export const smallBytes = 2 ** 24
/** Bytes of all larger bodies together; one of them may have more. */
const maxBytes = 2 ** 29

class Room {
  private held = 0
  private readonly waiting: { bytes: number; enter: () => void }[] = []

  /** Takes room where there is some and nothing waits for it. */
  tryTake(bytes: number): boolean {
    if (this.waiting.length || !this.fits(bytes)) return false
    this.held += bytes
    return true
  }

  /** Resolves when there is room, or when the signal fires, and then without any: returns whether it was taken. */
  take(bytes: number, signal: AbortSignal): Promise<boolean> {
    if (this.tryTake(bytes)) return Promise.resolve(true)
    return new Promise((resolve) => {
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1)
        resolve(false)
        this.letIn()
      }
      const enter = () => {
        signal.removeEventListener('abort', leave)
        resolve(true)
      }
      const waiter = { bytes, enter }
      this.waiting.push(waiter)
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
    })
  }

  give(bytes: number): void {
    this.held -= bytes
    this.letIn()
  }

  private fits(bytes: number): boolean {
    return this.held === 0 || this.held + bytes <= maxBytes
  }

  private letIn(): void {
    for (let next = this.waiting[0]; next && this.fits(next.bytes); next = this.waiting[0]) {
      this.waiting.shift()
      this.held += next.bytes
      next.enter()
    }
  }
}

/** The room that all reads of this thread share. */
export const room = new Room()
