import { monitorEventLoopDelay } from 'node:perf_hooks';

const everyMs = 2;

/**
 * Loaded into the measured server: prints since the last time it was asked the longest stop of its event loop, how many
 * were longer than 20 and 50 ms, the longest time that the loop itself computed in one of them, which does not count what
 * other processes took of the machine, and the processor time of all threads.
 */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

const stops = { over20: 0, over50: 0, computedMs: 0, computedOver20: 0 };
let last = performance.now();
let lastUsed = process.threadCpuUsage();
let used = process.cpuUsage();
setInterval(() => {
  const now = performance.now();
  const nowUsed = process.threadCpuUsage();
  const computed = (nowUsed.user + nowUsed.system - lastUsed.user - lastUsed.system) / 1000;
  const took = now - last;
  if (took > 20) stops.over20 += 1;
  if (took > 50) stops.over50 += 1;
  if (computed > 20) stops.computedOver20 += 1;
  stops.computedMs = Math.max(stops.computedMs, computed);
  last = now;
  lastUsed = nowUsed;
}, everyMs).unref();

process.on('SIGUSR2', () => {
  const now = process.cpuUsage(used);
  const cpuMs = (now.user + now.system) / 1000;
  console.log(`loop-stop ${JSON.stringify({ longestMs: delay.max / 1e6, ...stops, cpuMs })} end`);
  delay.reset();
  Object.assign(stops, { over20: 0, over50: 0, computedMs: 0, computedOver20: 0 });
  used = process.cpuUsage();
});
