// Which branch of cond() or oneOf() is being recorded, and which one each node of a definition stands in.
import type { Guard } from '../graph/types.js'

/** A branch. Nodes made in it run only for the samples for which its guards hold. */
export interface Scope {
  readonly parent: Scope | undefined
  /** Its own guard, behind those of the branches around it. */
  readonly guards: Guard[]
  /** The call that it belongs to, and where that is in user code. */
  readonly op: string
  readonly site: string
}

export class Scopes {
  private readonly ofNode = new Map<number, Scope>()
  private open: Scope | undefined

  /** The innermost branch that is being recorded. */
  get current(): Scope | undefined {
    return this.open
  }

  /** Runs `body` as the branch that `guard` decides on. */
  within<T>(guard: Guard, op: string, site: string, body: () => T): T {
    const parent = this.open
    this.open = { parent, guards: [...(parent?.guards ?? []), guard], op, site }
    try {
      return body()
    } finally {
      this.open = parent
    }
  }

  note(node: number): void {
    if (this.open) this.ofNode.set(node, this.open)
  }

  /** The branch that a node stands in, if that is not being recorded now: then the node has no value here. */
  closed(node: number): Scope | undefined {
    const own = this.ofNode.get(node)
    for (let scope = this.open; scope; scope = scope.parent) if (scope === own) return undefined
    return own
  }
}
