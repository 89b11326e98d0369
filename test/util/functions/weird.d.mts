// Types of the file beside it.
export const weird: Readonly<Record<string, () => unknown>>
