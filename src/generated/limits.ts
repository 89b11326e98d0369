// From native/limits.json by tools/gen.ts. Do not edit.

/** The most inputs of an operator, as in DALI. */
export const maxInputs = 999
/** The most outputs of an operator, of a program and of a pipeline, and the most values that one stage passes on. */
export const maxOutputs = 999
