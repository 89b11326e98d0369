// This hook of Node.js's module loader runs on a thread of the loader's own. A module that has no penstock-data
// installed imports the package that this file is in.
import type { InitializeHook, ResolveHook } from 'node:module'

let own: string | undefined

/** `given`: the address of a file of this package. */
export const initialize: InitializeHook<string> = (given) => {
  own = given
}

export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(specifier, context)
  } catch (error) {
    if (specifier !== 'penstock-data' && !specifier.startsWith('penstock-data/')) throw error
    // A package finds itself by its name.
    return next(specifier, { ...context, parentURL: own })
  }
}
