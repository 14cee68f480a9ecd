// Stories wait more than they work: two of them share two cores well.
module.exports = { preset: '../../jest.preset.js', displayName: 'e2e', testTimeout: 60_000, maxWorkers: 2 };
