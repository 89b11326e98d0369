// What a scan of a folder saw and left out.

/** Why files are left out, in the order in which it is told. */
export const reasons = ['beside', 'links', 'endings'] as const

/** Files that a scan saw and left out for one reason, with the path of one of them below the folder. */
export interface Ignored {
  reason: (typeof reasons)[number]
  count: number
  example: string
}
