import { ApiClient } from '../../e2e/api-client.ts';
import { startServer } from '../../e2e/local-server.ts';
import { makeModelFlow } from '../../e2e/model-flow.ts';
import { misdeeds, startBadVendor } from './bad-vendor.ts';
import { FaultLoad } from './fault-load.ts';
import type { FaultReport } from './fault-report.ts';

/** Waits, tries and their pauses together; a vendor that hangs is given up by then. */
const longestMs = 330_000;
const mostMemoryMb = 700;

/** A vendor of models that hangs, lies, floods and cuts, while others ask flows that do not need it. */
export async function runVendors(
  names = Object.keys(misdeeds),
  log = (_line: string) => {},
): Promise<FaultReport> {
  const vendor = await startBadVendor();
  const server = await startServer({
    environment: { EGRESS_ALLOW: `127.0.0.1:${vendor.port}` },
    patienceMs: 120_000,
  });
  const faults: string[] = [];
  const figures: string[] = [];
  try {
    const client = await new ApiClient(server.url).registerOwner();
    const id = await makeModelFlow(client, vendor.port);
    const load = await FaultLoad.make(client);
    load.start(1);
    for (const name of names) {
      vendor.misdeed = name;
      for (const streaming of [false, true]) {
        const beganAt = performance.now();
        const shown = await askOnce(client, id, streaming);
        const seconds = ((performance.now() - beganAt) / 1000).toFixed(1);
        figures.push(`${name}${streaming ? ', streamed' : ''}: ${shown.status} after ${seconds} s`);
        log(figures.at(-1) ?? '');
        faults.push(...shown.faults.map((fault) => `${name}${streaming ? ', streamed' : ''}: ${fault}`));
      }
    }
    await load.stop();
    faults.push(...(await load.faults()));
    const rss = await memoryOf(server.process.pid);
    if (rss > mostMemoryMb) faults.push(`the server takes ${rss} MB`);
    figures.push(load.figures, `${rss} MB`);
    if (server.process.exitCode !== null) faults.push(`the server ended with ${server.process.exitCode}`);
  } finally {
    await server.remove();
    vendor.close();
  }
  return { name: 'a vendor that hangs, lies, floods and cuts', faults, figures: figures.join('; ') };
}

async function askOnce(
  client: ApiClient,
  id: string,
  streaming: boolean,
): Promise<{ status: string; faults: string[] }> {
  const signal = AbortSignal.timeout(longestMs);
  try {
    const body = { question: 'hello', chatId: `c-${Math.random()}`, streaming };
    const answer = await client.send('POST', `internal-prediction/${id}`, body, {}, signal);
    const text = await answer.text();
    const faults: string[] = [];
    if (answer.status === 500) faults.push(`answered 500: ${text.slice(0, 200)}`);
    if (/\n\s+at .+:\d+:\d+|node_modules/.test(text)) faults.push(`tells a stack: ${text.slice(0, 200)}`);
    if (text.length > 50_000_000) faults.push(`passed on ${text.length} signs`);
    return { status: String(answer.status), faults };
  } catch {
    return signal.aborted
      ? { status: 'no answer', faults: [`no end within ${longestMs / 1000} s`] }
      : { status: 'cut', faults: ['the line to the caller was cut'] };
  }
}

async function memoryOf(pid: number | undefined): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024);
}
