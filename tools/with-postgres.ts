import { startPostgres } from './postgres.ts';
import { repositoryRoot } from './repository-root.ts';
import { runProcess } from './run-process.ts';

const [command, ...args] = process.argv.slice(2);
if (!command) throw new Error('Usage: node tools/with-postgres.ts <program> [arguments]');

const postgres = await startPostgres();
try {
  const env = { ...process.env, TEST_POSTGRES_URL: postgres.url };
  process.exitCode = (await runProcess(command, args, { cwd: repositoryRoot, env })).code;
} finally {
  await postgres.stop();
}
