// The types of parts.mjs for test/gpu/choice.test.ts.
export declare const last: string
export declare function partsOf(
  args: readonly string[],
  operators: readonly string[],
): { parts: string[]; list: boolean }
export declare function chosenParts(args: readonly string[], operators: readonly string[]): string[]
