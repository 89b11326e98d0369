// require('penstock-data/dynamic').
import load = require('./load.cjs')

module.exports = load('penstock-data/dynamic', () => require('../dynamic.js'))
