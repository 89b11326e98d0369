// Answers names of fn and nd.* that are no operators. A missing operator of DALI's gives a function that throws
// UNSUPPORTED and says what to use; a misspelt name gives one that throws INVALID_ARGUMENT and names the nearest
// operator, and another library's name one that says what helps here. Such names are found only by reading them: `in` and
// Object.keys() do not show them. A name that types does not have throws where it is read.

import { callSite } from '../errors/call-site.js'
import { invalidArgument, unsupported } from '../errors/factories.js'
import { nearest, suggestion, toCamel } from '../errors/words.js'
import { missing as list, otherConstants, otherOperators } from '../generated/missing.js'

type Api = 'fn' | 'nd'
type Answer = (...given: unknown[]) => never

/**
 * The type of an operator of DALI's that is not here yet: a call does not compile; at run time it throws UNSUPPORTED.
 */
export interface NotHereYet {
  /** DALI's name of the operator, in camelCase. */
  readonly daliOperator: string
}

/** Property names that runtimes and tools read from any object to find out what it is; they are never operators. */
const wellKnown = new Set(['then', 'catch', 'finally', 'toJSON', 'inspect', 'default', 'prototype', 'length', 'name'])

/**
 * Gives the object a proxy as prototype, which answers for names that are no operators; the object's own names stay as they
 * are. `path` is the path of a namespace, e.g. 'decoders.'.
 */
export function answering<T extends object>(names: T, api: Api, path = ''): T {
  const behind = Object.getPrototypeOf(names) as object
  const get = (target: object, key: string | symbol, receiver: unknown): unknown => {
    if (typeof key === 'symbol' || key in target || wellKnown.has(key) || !/^[a-z]\w*$/i.test(key)) {
      return Reflect.get(target, key, receiver)
    }
    return answerTo(key, Object.keys(names), api, path)
  }
  // The proxy is the prototype: the object's own names are found before it is asked, so they cost nothing.
  return Object.setPrototypeOf(names, new Proxy(behind, { get })) as T
}

function answerTo(key: string, own: readonly string[], api: Api, path: string): unknown {
  const name = path + toCamel(key)
  if (Object.hasOwn(list, name)) return missing(name, api)
  const other = othersByLetters.get(toCamel(key).toLowerCase())
  if (other) return unknownName(key, other, api, path)
  const names = Object.keys(list)
  if (names.some((other) => other.startsWith(`${name}.`))) return answering({}, api, `${name}.`)
  // All names at this level: operators and namespaces that are here, and those of DALI's that are not.
  const level = names.filter((other) => other.startsWith(path)).map((other) => other.slice(path.length).split('.')[0]!)
  const known = [...own, ...level].filter((candidate) => candidate.length > 3)
  return key.length > 3 && nearest(key, known) ? unknownName(key, suggestion(key, known), api, path) : undefined
}

/** Other libraries' names, whose capitals differ. */
const othersByLetters = new Map(Object.entries(otherOperators).map(([name, instead]) => [name.toLowerCase(), instead]))

/** Gives types a prototype that throws INVALID_ARGUMENT for a name that looks like a constant and is none. */
export function refusingConstants<T extends object>(constants: T): T {
  const names = Object.keys(constants)
  const get = (target: object, key: string | symbol, receiver: unknown): unknown => {
    if (typeof key === 'symbol' || key in target || wellKnown.has(key)) return Reflect.get(target, key, receiver)
    const meant = Object.keys(otherConstants).find((name) => name.toUpperCase() === key.toUpperCase())
    const value = Object.entries(constants).find(([, text]) => text === key.toLowerCase())
    const near = value?.[0] ?? names.find((name) => name.toUpperCase() === key.toUpperCase()) ?? nearest(key, names)
    // Tools read names in small letters from any object.
    if (!/^[A-Z]\w*$/.test(key) && !value) return undefined
    throw invalidArgument(`Expected the name of a constant but received types.${key}`, {
      op: 'types',
      hint: meant ? otherConstants[meant] : near ? `Did you mean types.${near}?` : `There are: ${names.join(', ')}`,
      callSite: callSite(get),
    })
  }
  return Object.setPrototypeOf(constants, new Proxy(Object.prototype, { get })) as T
}

/** A function that stands for an operator of DALI's: it throws UNSUPPORTED, which says that it is not here yet. */
export function missing(name: string, api: Api = 'nd'): Answer & NotHereYet {
  const answer = (): never => {
    throw unsupported(`DALI's ${name} is not here yet`, {
      op: name,
      hint: hintFor(name, api),
      callSite: callSite(answer),
    })
  }
  return Object.assign(answer, { daliOperator: name })
}

/**
 * An object that stands for a namespace of DALI's of which no operator is here: each of its functions throws
 * UNSUPPORTED.
 */
export const missingNamespace = (name: string): Readonly<Record<string, NotHereYet>> =>
  answering({}, 'nd', `${name}.`) as Record<string, NotHereYet>

const inDynamic = (text: string) => text.replace(/\bfn\./g, 'nd.').replace(/\bmath\./g, 'nd.math.')

function hintFor(name: string, api: Api): string {
  const { instead, insteadDynamic } = list[name]!
  if (api === 'nd') {
    const own = insteadDynamic ?? (instead && inDynamic(instead))
    return own ?? 'Until then, compute with what data() gives, and make it a Batch again with nd.batch()'
  }
  if (instead) return instead
  return /^(readers|decoders|io|experimental\.(readers|inputs))\./.test(name)
    ? 'Until then, read the data with code of your own, and bring it in with fn.externalSource'
    : 'Until then, fn.jsFunction runs a function of yours on every sample'
}

/** A function that stands for a name that is no operator. `hint`: what to use, in fn. */
function unknownName(key: string, hint: string | undefined, api: Api, path: string): Answer {
  const answer = (): never => {
    throw invalidArgument(`Expected the name of an operator but received ${api}.${path}${key}`, {
      op: `${path}${key}`,
      hint: hint && api === 'nd' ? inDynamic(hint) : hint,
      callSite: callSite(answer),
    })
  }
  // The name may be a misspelt namespace: then a name read from it gives the same error.
  const get = (target: object, inner: string | symbol, receiver: unknown) =>
    typeof inner === 'symbol' || inner in target || wellKnown.has(inner) ? Reflect.get(target, inner, receiver) : answer
  return Object.setPrototypeOf(answer, new Proxy(Function.prototype, { get })) as Answer
}
