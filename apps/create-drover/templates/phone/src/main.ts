import { tap } from './tap';

const label = String(drover.env.label ?? 'Next');
const times = Number(drover.env.times ?? 3);

auto.waitFor();
let taps = 0;
drover.step(`Tap ${label}`, () => {
  while (taps < times && tap(label)) {
    taps += 1;
    drover.progress(taps / times, `${taps} of ${times}`);
  }
});
console.log(`Tapped ${label} ${taps} times`);
drover.result({ taps });
