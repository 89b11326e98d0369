// Checkpoints of imperative mode: the states of readers and random number generators by name, as one JSON text or file.

import { checkpointMismatch, fileNotFound, invalidArgument, withDetails } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { PipelineError } from '../../errors.js'
import { EvalContext } from '../context/context.js'
import { siteBelow, siteOf } from '../trace/site.js'
import { parsePattern, readWhole, writeWhole } from './checkpoint-file.js'

/** An object whose state a checkpoint can hold: a reader, an RNG, or any other object with these two methods. */
export interface Stateful {
  getState(): string
  setState(state: string): void
}

interface Entry {
  state: string
  /** Name of the object's class, if known. */
  type: string | undefined
  /** Whether the state still has to be set on its object. */
  pending: boolean
}

const version = 1
/** Names that register() makes up begin with this, as in DALI. */
const made = '__op_'
const op = 'checkpoint'
const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')
const typeOf = (object: Stateful): string => object.constructor.name

function fault(message: string, callSite: string, hint?: string): PipelineError {
  return invalidArgument(message, { op, callSite, hint })
}
function mismatch(message: string, callSite: string, hint?: string): PipelineError {
  return checkpointMismatch(message, { op, callSite, hint })
}
/** The line that called `entry`. */
const here = (entry: (...args: never[]) => unknown) => siteOf({ site: siteBelow(entry) })

/**
 * The states of readers and RNGs, by name. To save them: register() the objects, then collect() and save(). To resume:
 * load(), then register() objects of the same classes under the same names, which sets their states.
 */
export class Checkpoint {
  private readonly objects = new Map<string, Stateful>()
  private states = new Map<string, Entry>()
  private complete = false
  private loaded = false
  /** The least number of the next numbered file. */
  private nextSeq = 0

  /**
   * Adds an object under `name` and returns the name. Default: `__op_0`, `__op_1` and so on; an object that was added
   * before keeps its name. A state that was loaded for the name is set at once. An object under a name that is taken
   * replaces the one before, which must be of the same class. Throws INVALID_ARGUMENT (wrong name or object; a new name
   * after collect()) and CHECKPOINT_MISMATCH (the loaded states have no such name, or one of another class); errors of
   * the object's setState() are thrown with the name.
   */
  register(object: Stateful, name?: string): string {
    const site = here(this.register)
    if (typeof object?.getState !== 'function' || typeof object.setState !== 'function') {
      throw fault(`Expected a reader or an RNG for object but received ${shown(object)}`, site)
    }
    if (name !== undefined && (typeof name !== 'string' || name === '' || name.startsWith(made))) {
      throw fault(`Expected a name that does not begin with '${made}' but received ${shown(name)}`, site)
    }
    const known = [...this.objects].find(([, o]) => o === object)?.[0]
    if (known !== undefined && name !== undefined && known !== name) {
      throw fault(`Expected one name for an object but received '${name}' for what is registered as '${known}'`, site)
    }
    const key = name ?? known ?? `${made}${this.objects.size}`
    const old = this.objects.get(key)
    if (old && typeOf(old) !== typeOf(object)) {
      throw fault(`Expected a ${typeOf(old)} in place of '${key}' but received a ${typeOf(object)}`, site)
    }
    if (!old && this.complete) {
      throw fault(`'${key}' was registered after collect()`, site, 'Register everything first, or call clear()')
    }
    if (!old && this.loaded && !this.states.has(key)) {
      throw mismatch(
        `Expected a checkpoint with a state for '${key}' but received one with ${list([...this.states.keys()]) || 'none'}`,
        site,
        key.startsWith(made) ? 'Register in the order of the run that saved it, or with names' : undefined,
      )
    }
    this.apply(key, object, site)
    this.objects.set(key, object)
    return key
  }

  /**
   * Takes the states of all registered objects. Throws CHECKPOINT_MISMATCH if a state was loaded or set that has no
   * object.
   */
  collect(): void {
    this.expectObjects(here(this.collect))
    this.states = new Map(
      [...this.objects].map(([name, object]) => [
        name,
        { state: object.getState(), type: typeOf(object), pending: false },
      ]),
    )
    this.complete = true
    this.loaded = false
  }

  /**
   * Sets all states from load(), deserialize() or setState() that were not set on their objects yet. Does nothing if
   * there are no states. Throws CHECKPOINT_MISMATCH (a state without an object, an object without a state, or another
   * class); errors of an object's setState() are thrown with its name.
   */
  restore(): void {
    if (!this.states.size) return
    const site = here(this.restore)
    this.expectObjects(site)
    const without = [...this.objects.keys()].filter((name) => !this.states.has(name))
    if (without.length) throw mismatch(`Expected states for all objects but there are none for ${list(without)}`, site)
    for (const [name, object] of this.objects) this.apply(name, object, site)
  }

  /** The state under a name. Throws INVALID_ARGUMENT if there is none. */
  getState(name: string): string {
    const found = this.states.get(name)
    if (found) return found.state
    throw fault(`Expected the name of a state but received ${shown(name)}`, here(this.getState), this.known())
  }

  /**
   * Puts a state under a name; restore(), or register() of that name, sets it on the object. `type`: the class of the
   * object, or its name (default: any class). Throws INVALID_ARGUMENT (the state is no string; after collect(), an
   * unknown name).
   */
  setState(name: string, state: string, type?: string | (new (...args: never[]) => unknown)): void {
    if (this.complete && !this.objects.has(name)) {
      throw fault(`Expected the name of an object but received ${shown(name)}`, here(this.setState), this.known())
    }
    if (typeof state !== 'string') {
      throw fault(`Expected a string for state but received ${shown(state)}`, here(this.setState))
    }
    const named = typeof type === 'function' ? type.name : type
    this.states.set(name, { state, type: named, pending: true })
  }

  /** The states as a JSON text. Throws INVALID_ARGUMENT if there are none. */
  serialize(): string {
    if (!this.states.size) {
      throw fault('serialize() was called on an empty checkpoint', here(this.serialize), 'Call collect() first')
    }
    return JSON.stringify(this)
  }

  toJSON(): object {
    const states = Object.fromEntries([...this.states].map(([name, { state, type }]) => [name, { state, type }]))
    return { penstock: version, states }
  }

  /**
   * Takes the states from a text of serialize(); register() and restore() set them on the objects. Throws
   * INVALID_ARGUMENT (another text), CHECKPOINT_MISMATCH (a later version).
   */
  deserialize(text: string): void {
    this.parse(text, here(this.deserialize), shown(text))
  }

  /**
   * Writes the states to a file, whole or not at all, and returns its path. `{seq}` in the file's name becomes a number
   * that is one above those of the files that are there, from 0 (`{seq:04d}`: with at least four digits); without
   * `{seq}` the file is replaced. Missing folders are made. Throws INVALID_ARGUMENT (no states; a path that cannot be
   * written, or a full disk, where an old file stays as it was), FILE_UNREADABLE (the folder cannot be listed).
   */
  save(path: string): string {
    const site = here(this.save)
    const pattern = parsePattern(path, 'checkpoint.save', site)
    if (!this.states.size) throw fault('save() was called on an empty checkpoint', site, 'Call collect() first')
    const seq = pattern.found().reduce((most, found) => Math.max(most, found.seq + 1), this.nextSeq)
    const to = pattern.path(seq)
    writeWhole(to, JSON.stringify(this), site)
    if (pattern.numbered) this.nextSeq = seq + 1
    return to
  }

  /**
   * Takes the states from a file and returns its path; with `{seq}` in the file's name, from the file with the highest
   * number. Throws FILE_NOT_FOUND, FILE_UNREADABLE, and the errors of deserialize().
   */
  load(path: string): string {
    const site = here(this.load)
    const pattern = parsePattern(path, 'checkpoint.load', site)
    const last = pattern
      .found()
      .reduce<{ seq: number; path: string } | undefined>(
        (most, found) => (most && most.seq >= found.seq ? most : found),
        undefined,
      )
    if (pattern.numbered && !last) {
      const message = `Expected a file that matches '${path}' but found none`
      throw fileNotFound(message, {
        op: 'checkpoint.load',
        callSite: site,
        hint: 'Check the folder and the pattern; {seq} stands for a number',
      })
    }
    const from = last?.path ?? path
    this.parse(readWhole(from, site), site, `the content of '${from}'`)
    if (last) this.nextSeq = last.seq + 1
    return from
  }

  /** Forgets objects and states. */
  clear(): void {
    this.objects.clear()
    this.states.clear()
    this.complete = false
    this.loaded = false
    this.nextSeq = 0
  }

  /** Names of the registered objects. */
  get names(): string[] {
    return [...this.objects.keys()]
  }
  /** Whether an object is registered under the name. */
  has(name: string): boolean {
    return this.objects.has(name)
  }
  /** Number of registered objects. */
  get size(): number {
    return this.objects.size
  }
  /** Whether the states are those of the last collect(). */
  get isComplete(): boolean {
    return this.complete
  }
  /** Whether the states are from load() or deserialize(). */
  get isLoaded(): boolean {
    return this.loaded
  }

  private parse(text: unknown, site: string, received: string): void {
    let value: { penstock?: unknown; states?: unknown } | undefined
    try {
      value = typeof text === 'string' ? (JSON.parse(text) as typeof value) : undefined
    } catch {
      value = undefined
    }
    const later = typeof value?.penstock === 'number' && value.penstock > version
    if (later) {
      throw mismatch(`Expected a checkpoint of format ${version} but received one of format ${value!.penstock}`, site)
    }
    const states = value?.states
    const ok = value?.penstock === version && typeof states === 'object' && states !== null && !Array.isArray(states)
    const entries = Object.entries(ok ? (states as Record<string, { state?: unknown; type?: unknown } | null>) : {})
    const whole = entries.every(
      ([, e]) => typeof e?.state === 'string' && (e.type === undefined || typeof e.type === 'string'),
    )
    if (!ok || !whole) throw fault(`Expected what serialize() or save() has written but received ${received}`, site)
    this.states = new Map(
      entries.map(([name, e]) => [
        name,
        { state: e!.state as string, type: e!.type as string | undefined, pending: true },
      ]),
    )
    this.complete = false
    this.loaded = true
  }

  private apply(name: string, object: Stateful, site: string): void {
    const entry = this.states.get(name)
    if (!entry?.pending) return
    const type = typeOf(object)
    if (entry.type !== undefined && entry.type !== type) {
      throw mismatch(`Expected the state of a ${type} for '${name}' but received that of a ${entry.type}`, site)
    }
    try {
      object.setState(entry.state)
    } catch (error) {
      if (!(error instanceof PipelineError)) throw error
      const message = `'${name}': ${error.detail}`
      throw withDetails(error, { message, callSite: site, cause: error })
    }
    entry.pending = false
  }

  private expectObjects(site: string): void {
    const extra = [...this.states.keys()].filter((name) => !this.objects.has(name))
    if (!extra.length) return
    throw mismatch(
      `Expected objects for all states but there are none for ${list(extra)}`,
      site,
      'Register them, or call clear()',
    )
  }

  private known(): string | undefined {
    return this.states.size ? `There are ${list([...this.states.keys()])}` : 'Call collect(), load() or deserialize()'
  }
}

const ofContexts = new WeakMap<EvalContext, Checkpoint>()

/** The Checkpoint that belongs to the current EvalContext. */
function current(): Checkpoint {
  const context = EvalContext.current()
  let own = ofContexts.get(context)
  if (!own) {
    own = new Checkpoint()
    ofContexts.set(context, own)
  }
  return own
}

/**
 * Checkpoints of readers and RNGs: the class `Checkpoint`, and `current()`, which returns that of the current
 * EvalContext.
 */
export const checkpoint = { Checkpoint, current }
