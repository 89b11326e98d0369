// How JavaScript names objects of native code.

/** A number in the process-wide table of native objects: an integer below 2^53; that of a listener is below 2^31. */
export type Handle = number
