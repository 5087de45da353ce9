import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrations } from '../../packages/server/src/platform/db/known-migrations.ts';
import { startPostgres } from '../postgres.ts';
import { repositoryRoot } from '../repository-root.ts';
import { runProcess } from '../run-process.ts';
import { joinStatements, type Recorded } from './join-statements.ts';

// `node tools/statements/release-statements.ts`, when a release is made: notes what it says to its database, for the
// next release to be tested against. A folder that was recorded elsewhere may be given instead.

const target = 'packages/server/src/platform/db/release-statements.data.json';
const recorder = fileURLToPath(new URL('./record-statements.mjs', import.meta.url));
/** These walk every route, answer questions in every way, and do what servers do by themselves. */
const tests = [
  'features/system/openapi/openapi-calls',
  'features/flows/predictions/predictions',
  'features/flows/predictions/chat-writes',
  'features/flows/runs/runs',
  'features/voice/calls/calls',
  'composition/retention',
  'composition/erasures',
  'platform/jobs/job-queue',
  'platform/processes/process-registry',
];

async function record(folder: string): Promise<void> {
  const postgres = await startPostgres();
  try {
    const env = {
      ...process.env,
      TEST_POSTGRES_URL: postgres.url,
      RECORD_STATEMENTS: folder,
      NODE_OPTIONS: `--import ${recorder}`,
    };
    const files = tests.map((name) => `packages/server/src/${name}.test.ts`);
    await runProcess('npx', ['vitest', 'run', '--maxWorkers=1', ...files], { cwd: repositoryRoot, env });
  } finally {
    await postgres.stop();
  }
}

const [given, schema = Object.keys(migrations).at(-1)] = process.argv.slice(2);
const folder = given ?? mkdtempSync(join(tmpdir(), 'tendril-statements-'));
if (given === undefined) await record(folder);
const parts = readdirSync(folder).flatMap((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  return text === '' ? [] : [JSON.parse(text) as Recorded];
});
const { sqlite, postgres } = joinStatements(parts);
const list = (texts: readonly string[]) => texts.map((text) => `\n    ${JSON.stringify(text)}`).join(',');
writeFileSync(
  join(repositoryRoot, target),
  `{\n  "schema": ${JSON.stringify(schema)},\n  "sqlite": [${list(sqlite)}\n  ],\n  "postgres": [${list(postgres)}\n  ]\n}\n`,
);
process.stdout.write(`${sqlite.length} statements for SQLite, ${postgres.length} for PostgreSQL.\n`);
if (given === undefined) rmSync(folder, { recursive: true });
