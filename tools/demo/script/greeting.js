// What the demo uploads and runs. `drover.env` has the values of config.json, and over them the vars of the run.
const { greeting, rounds, pauseMs } = drover.env;

console.log(`${greeting} I am ${drover.robotName}.`);
for (let round = 1; round <= rounds; round += 1) {
  sleep(pauseMs);
  console.log(`Round ${round} of ${rounds} is done.`);
}
console.warn('Nothing is left to do.');
