/** Generated files: their texts by their paths from the root of the repository. */
export type Files = Record<string, string>
