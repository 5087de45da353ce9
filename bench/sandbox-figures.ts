import { ProcessSandbox } from '../packages/server/src/platform/sandbox/process-sandbox.ts';
import { percentile } from './percentile.ts';
import { atMost, type Row } from './table.ts';

const calls = 300;
const pauseMs = 5;

/** Calls of user code, one after the other. */
export async function measureSandbox(): Promise<Row[]> {
  const sandbox = new ProcessSandbox();
  const request = { code: 'return $input + 1', variables: { $input: 1 } };
  await sandbox.run(request);
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const startedAt = performance.now();
    await sandbox.run(request);
    times.push(performance.now() - startedAt);
  }
  await sandbox.close();
  times.sort((one, other) => one - other);
  return [
    atMost('sandbox call', percentile(times, 0.5), 'ms', 15),
    { name: 'sandbox call, p95', value: percentile(times, 0.95), unit: 'ms' },
  ];
}
