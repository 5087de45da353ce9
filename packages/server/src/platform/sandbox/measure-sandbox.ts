import { readFileSync } from 'node:fs';
import { ProcessSandbox } from './process-sandbox.ts';

// Run manually: node packages/server/src/platform/sandbox/measure-sandbox.ts

const sandbox = new ProcessSandbox();
const request = { code: 'return $input + 1', variables: { $input: 1 } };

const startedAt = performance.now();
await sandbox.run(request);
print('first call, with the start of the process', performance.now() - startedAt);

await measureCalls('warm call', 1000, 0);
await measureCalls('warm call after a pause', 200, 20);

const together = performance.now();
await Promise.all(Array.from({ length: 1000 }, () => sandbox.run(request)));
print('1000 calls at once, each', (performance.now() - together) / 1000);

const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${sandbox.processId}/status`, 'utf8'))?.[1];
process.stdout.write(`memory of the process  ${Math.round(Number(memory) / 1024)} MB\n`);
await sandbox.close();

async function measureCalls(name: string, count: number, pauseMs: number): Promise<void> {
  const times: number[] = [];
  for (let call = 0; call < count; call++) {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const before = performance.now();
    await sandbox.run(request);
    times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  print(`${name}, p50`, times[Math.floor(count * 0.5)] ?? 0);
  print(`${name}, p95`, times[Math.floor(count * 0.95)] ?? 0);
}

function print(name: string, milliseconds: number): void {
  process.stdout.write(`${name}  ${milliseconds.toFixed(2)} ms\n`);
}
