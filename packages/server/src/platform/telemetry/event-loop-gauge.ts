import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ServerMetrics } from './server-metrics.ts';

const nanosecondsPerSecond = 1e9;

/** How late the event loop came to its work, measured from the first time that somebody asks. */
export function observeEventLoop(metrics: ServerMetrics): void {
  let delay: ReturnType<typeof monitorEventLoopDelay> | undefined;
  metrics.observe(
    {
      name: 'event_loop_delay_seconds',
      help: 'Delay of the event loop since the last reading.',
      unit: 's',
      labels: ['percentile'],
    },
    () => {
      if (!delay) {
        delay = monitorEventLoopDelay({ resolution: 20 });
        delay.enable();
        return [];
      }
      const at = (value: number, percentile: string) => ({
        value: Math.max(0, value / nanosecondsPerSecond),
        labels: { percentile },
      });
      const readings = [at(delay.percentile(50), '50'), at(delay.percentile(99), '99'), at(delay.max, '100')];
      const isEmpty = delay.count === 0;
      delay.reset();
      return isEmpty ? [] : readings;
    },
  );
}
