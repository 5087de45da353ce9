import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded into the measured server: prints the longest stop of its event loop since the last time it was asked. */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  console.log(`loop-stop ${delay.max / 1e6} end`);
  delay.reset();
});
