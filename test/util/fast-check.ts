// The module that tests import as 'fast-check' (an alias in vitest.config.ts): the package, with a fixed seed where a
// test gives none, so that a test run depends on the code alone. Soak tests use a new seed.
import fc from '../../node_modules/fast-check/lib/fast-check.js'

const { PENSTOCK_SEED, PENSTOCK_SOAK } = process.env
fc.configureGlobal({ seed: Number(PENSTOCK_SEED ?? (PENSTOCK_SOAK ? Date.now() % 2 ** 31 : 1)) })

export * from '../../node_modules/fast-check/lib/fast-check.js'
export default fc
