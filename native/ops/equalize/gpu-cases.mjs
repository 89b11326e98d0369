// Cases of equalize for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
export default {
  dtypes: ['uint8'],
  layouts: ['HW', 'HWC', 'CHW', 'FHW', 'FHWC', 'FCHW'],
  exact: true,
  args: () => ({}),
}
