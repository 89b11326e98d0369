// require('penstock-data').
import load = require('./load.cjs')

module.exports = load('penstock-data', () => require('../index.js'))
