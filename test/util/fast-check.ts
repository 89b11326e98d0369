// Exports fast-check with a fixed seed where a test gives none, so that a test run depends on the code alone. An alias
// in vitest.config.ts gives this module to tests that import 'fast-check'. Soak tests use a new seed.
import fc from '../../node_modules/fast-check/lib/fast-check.js'

const { PENSTOCK_SEED, PENSTOCK_SOAK } = process.env
fc.configureGlobal({ seed: Number(PENSTOCK_SEED ?? (PENSTOCK_SOAK ? Date.now() % 2 ** 31 : 1)) })

export * from '../../node_modules/fast-check/lib/fast-check.js'
export default fc
