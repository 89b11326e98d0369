// The module that require('penstock-data/tfjs') loads.
import load = require('./load.cjs')

module.exports = load('tfjs', () => require('../tfjs.js'))
