// Chooses the number of cases and the seed of property tests. PENSTOCK_SOAK=n (npm run test:soak) multiplies the cases
// by 10 n and uses new seeds; PENSTOCK_TESTS=long (npm run test:long) runs all cases; PENSTOCK_SEED=s starts from s,
// and PENSTOCK_PATH runs only the case that fast-check named.
import fc from 'fast-check'

export const soak = Number(process.env.PENSTOCK_SOAK ?? 0)

const all = process.env.PENSTOCK_TESTS === 'long'

/** The number of cases: `count` in `npm run test:long`, many more in a soak test, and `few` in `npm test`. */
export const runs = (count: number, few = count): number =>
  soak > 0 ? Math.round(10 * soak * count) : all ? count : few

/**
 * A part of a list of like cases: `npm test` takes every `of`-th one, beginning with number `turn`, and `npm run test:long` the
 * others; a file that is run alone takes all. Tests of three executors take one in turn. They are tagged `property`.
 */
export function portion<T>(list: readonly T[], of = list.length, turn = 0): T[] {
  if (soak > 0 || process.env.PENSTOCK_TESTS === undefined) return [...list]
  return list.filter((_, i) => (i % of === turn % of) !== all)
}

/**
 * A portion() of cases that are read in two ways, with the way: `npm test` takes two ninths of the cases, every other one in
 * the other way, and `npm run test:long` the rest, so that both together try each case in both ways.
 */
export const bothWays = <T>(cases: readonly T[]): (readonly [one: T, otherWay: boolean])[] =>
  portion(
    cases.flatMap((one) => [[one, false] as const, [one, true] as const]),
    9,
  )

/** A time limit that grows with runs(). */
export const timeFor = (ms: number): number => ms * Math.max(1, 12 * soak)

/** The seed of this process: the same in every run of CI, a new one for each soak test. Printed when a test fails. */
export const seedOf = (fallback: number): number => {
  if (process.env.PENSTOCK_SEED !== undefined) return Number(process.env.PENSTOCK_SEED)
  return soak > 0 ? Date.now() % 2 ** 31 : fallback
}

/**
 * fc.assert for an asynchronous property, with runs(count, few) cases. Shrinking would wait for every hang again, so it
 * is done only on request.
 */
export async function check<T>(
  count: number,
  seed: number,
  property: fc.IAsyncPropertyWithHooks<T>,
  few = count,
): Promise<void> {
  const chosen = seedOf(seed)
  if (soak > 0) console.log(`seed ${chosen}`)
  await fc.assert(property, {
    numRuns: runs(count, few),
    seed: chosen,
    endOnFailure: process.env.PENSTOCK_SHRINK === undefined,
    ...(process.env.PENSTOCK_PATH && { path: process.env.PENSTOCK_PATH }),
  })
}
