import { readFile } from 'node:fs/promises';
import { ApiClient } from '../../e2e/api-client.ts';
import { type LocalServer, startServer } from '../../e2e/local-server.ts';
import { IngestionClient } from '../ingestion/ingestion-client.ts';
import { damagedFormats, makeDamaged } from './damaged-files.ts';

interface DamageServer {
  /** The endings of the formats; all when absent. */
  formats?: readonly string[];
  /** Damaged files of each. */
  each: number;
  /** Their damages begin with this number. */
  from: number;
  /** For the files of one format. */
  patienceMs: number;
  /** A PostgreSQL that has nothing in it; the embedded database without one. */
  databaseUrl?: string | undefined;
  log?(line: string): void;
}

interface DamageReport {
  files: number;
  read: number;
  named: number;
  /** The most memory that the server had. */
  memoryMb: number;
  faults: readonly string[];
}

/** The most that the server may have while it reads: a reader is stopped at half of it. */
const mostMemoryMb = 1400;
const filesAtOnce = 20;
/** What a person can do nothing with, or is not to see. */
const unclear =
  /\bat .+:\d+:\d+|\/(?:work|tmp|root|home|usr|packages|node_modules)\/|undefined|\[object|^\W*$/;
const longestReason = 2000;

/** Uploads damaged files to a server: each is read as far as it goes, or its row says why not. */
export async function damageServer(how: DamageServer): Promise<DamageReport> {
  const faults: string[] = [];
  const { databaseUrl } = how;
  const server = await startServer({
    patienceMs: 120_000,
    environment: { LOG_LEVEL: 'error', ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
  });
  let [read, named] = [0, 0];
  try {
    const client = await new ApiClient(server.url).registerOwner();
    const files = await IngestionClient.make(client);
    const formats = how.formats ?? damagedFormats;
    for (const format of formats) {
      // A long campaign outlives its session.
      await client.signIn();
      const names = await upload(client, files, format, how, faults);
      if (!(await files.untilDone(how.patienceMs))) faults.push(`${format}: its files are not done in time`);
      const rows = (await files.list({ limit: 500, search: `${format}/` })).data;
      for (const name of names) {
        const row = rows.find(({ key }) => key === name);
        if (row?.state === 'embedded') read += 1;
        else if (row?.state === 'failed') named += 1;
        faults.push(...faultsOf(name, row));
      }
      const reasons = new Set(
        rows.flatMap(({ error }) => error?.replace(/^The content of "[^"]+"/, 'The content of it') ?? []),
      );
      how.log?.(`${format}: ${names.length} files, ${await memoryMb(server)} MB, ${reasons.size} reasons:`);
      for (const reason of reasons) how.log?.(`    ${reason.slice(0, 160).replaceAll('\n', ' ')}`);
    }
    if (!(await fetch(`${server.url}/health/ready`)).ok) faults.push('the server is not ready');
    if ((await files.find('first of all files')) !== 'The first of all files.')
      faults.push('what was there before is not found any more');
    const memory = await memoryMb(server);
    if (memory > mostMemoryMb) faults.push(`the server had ${memory} MB`);
    for (const line of server.log().split('\n'))
      if (line.trim() !== '' && !line.startsWith('Tendril listens'))
        faults.push(`log: ${line.slice(0, 300)}`);
    return { files: formats.length * how.each, read, named, memoryMb: memory, faults };
  } finally {
    await server.remove();
  }
}

/** Uploads the damaged files of a format, several in a request; returns the names of those that were taken. */
async function upload(
  client: ApiClient,
  files: IngestionClient,
  format: string,
  { each, from }: DamageServer,
  faults: string[],
): Promise<string[]> {
  const names: string[] = [];
  for (let start = 0; start < each; start += filesAtOnce) {
    const form = new FormData();
    const some = Array.from({ length: Math.min(filesAtOnce, each - start) }, (_, at) =>
      makeDamaged(format, from + start + at),
    );
    for (const { name, content } of some) form.append('files', new Blob([content as never]), name);
    form.append('keys', JSON.stringify(some.map(({ name }) => name)));
    const response = await client.send('POST', files.path, form);
    const body = await response.text();
    if (!response.ok) faults.push(`${format} ${start}: ${response.status} ${body.slice(0, 200)}`);
    else names.push(...some.map(({ name }) => name));
  }
  return names;
}

function faultsOf(
  name: string,
  row: { state: string; chunks: number; error: string | null } | undefined,
): string[] {
  if (!row) return [`${name}: it has no row`];
  const { state, chunks, error } = row;
  if (state !== 'embedded' && state !== 'failed') return [`${name}: it is ${state}`];
  if (state === 'embedded' && chunks === 0) return [`${name}: it has no chunks, and is embedded`];
  if (state === 'failed' && !error) return [`${name}: it failed without a reason`];
  if (error !== null && (unclear.test(error) || error.length > longestReason))
    return [`${name}: "${error.slice(0, 200)}" is not clear`];
  return [];
}

async function memoryMb(server: LocalServer): Promise<number> {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
