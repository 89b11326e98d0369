// Numbers that change from call to call. A constant is a part of the program that a call compiles to, so a loop that gives
// another number in each step would compile another program in each. Such a number becomes a value that the program reads.
import { settings } from '../context/scope.js'

/**
 * Calls of one form with this many different sets of numbers keep them as constants. Programs with constants are a little
 * faster, and can be captured.
 */
let maxSets = 8
/** The sets of numbers that stay constants, by the form of the call: everything but its numbers. */
const forms = new Map<string, Set<string>>()
const maxForms = 4096

/**
 * Notes the numbers of a call, as a text that is equal only for equal numbers. Returns whether they change from call to
 * call.
 */
export function noteNumbers(form: string, numbers: string): boolean {
  let sets = forms.get(form)
  if (!sets) {
    if (forms.size >= maxForms) forms.clear()
    sets = new Set()
    forms.set(form, sets)
  }
  if (sets.has(numbers)) return false
  // A captured step must make the same calls each time, with the same constants.
  if (sets.size >= maxSets) return settings().recorder === undefined
  sets.add(numbers)
  return false
}

/** For tests: sets the number of sets of numbers that stay constants, forgets those that are known, and returns the number before. */
export function setMaxSets(count: number): number {
  const before = maxSets
  maxSets = count
  forms.clear()
  return before
}
