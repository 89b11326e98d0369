// What tests get as 'fast-check' (vitest.config.ts says so): the package, with a seed that is always the same where a test
// names none, so that a run of the tests depends on nothing but the code. Soak tests take a new one.
import fc from '../../node_modules/fast-check/lib/fast-check.js'

const { PENSTOCK_SEED, PENSTOCK_SOAK } = process.env
fc.configureGlobal({ seed: Number(PENSTOCK_SEED ?? (PENSTOCK_SOAK ? Date.now() % 2 ** 31 : 1)) })

export * from '../../node_modules/fast-check/lib/fast-check.js'
export default fc
