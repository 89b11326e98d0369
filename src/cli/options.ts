// Parses the values of options. The error for a wrong value names the option.
import { invalidArgument } from '../errors/factories.js'

function refuse(option: string, expected: string, text: string): never {
  throw invalidArgument(`Expected ${expected} for ${option} but received '${text}'`)
}

export function wholeNumber(option: string, min: number, max: number): (text: string) => number {
  return (text) => {
    const n = Number(text)
    if (text.trim() !== '' && Number.isSafeInteger(n) && n >= min && n <= max) return n
    const limit = max === Number.MAX_SAFE_INTEGER ? `>= ${min}` : `from ${min} to ${max}`
    return refuse(option, `an integer ${limit}`, text)
  }
}

export function seconds(option: string, max: number): (text: string) => number {
  return (text) => {
    const n = Number(text)
    return text.trim() !== '' && n > 0 && n <= max ? n : refuse(option, `a number of seconds > 0 and <= ${max}`, text)
  }
}

export function atLeastZero(option: string): (text: string) => number {
  return (text) => {
    const n = Number(text)
    return text.trim() !== '' && n >= 0 && Number.isFinite(n) ? n : refuse(option, 'a number >= 0', text)
  }
}

export function oneOf<const T extends string>(option: string, values: readonly T[]): (text: string) => T {
  return (text) => {
    const value = values.find((v) => v === text)
    return value ?? refuse(option, `one of ${values.join(', ')}`, text)
  }
}

/** A list with commas, such as bad,leaks; 'none' is the empty one. */
export function listOf<const T extends string>(option: string, values: readonly T[]): (text: string) => T[] {
  return (text) => {
    if (text === 'none') return []
    const chosen = text.split(',')
    const unknown = chosen.find((each) => !values.some((value) => value === each))
    return unknown === undefined
      ? (chosen as T[])
      : refuse(option, `none, or some of ${values.join(',')} with commas in between,`, unknown)
  }
}
