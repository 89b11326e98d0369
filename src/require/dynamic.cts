// The module that require('penstock-data/dynamic') loads.
import load = require('./load.cjs')

module.exports = load('penstock-data/dynamic', () => require('../dynamic.js'))
