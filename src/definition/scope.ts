// Tracks which branch of cond() or oneOf() is being recorded, and in which branch each node of a definition was made.
import type { Guard } from '../graph/types.js'

/** A branch. Nodes that are made in it run only for the samples for which all its guards hold. */
export interface Scope {
  readonly parent: Scope | undefined
  /** The guards of the branches around it, outermost first, then its own. */
  readonly guards: Guard[]
  /** The call ('cond' or 'oneOf') that the branch belongs to, and the place of that call in user code. */
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

  /** Notes that a node was made in the innermost branch that is being recorded. */
  note(node: number): void {
    if (this.open) this.ofNode.set(node, this.open)
  }

  /** The branch in which a node was made, if that is over: the node then has no value here. Otherwise undefined. */
  closed(node: number): Scope | undefined {
    const own = this.ofNode.get(node)
    for (let scope = this.open; scope; scope = scope.parent) if (scope === own) return undefined
    return own
  }
}
