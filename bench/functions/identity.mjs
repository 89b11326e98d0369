// The cheapest user function: what fn.jsFunction itself costs.
export default (x) => x
