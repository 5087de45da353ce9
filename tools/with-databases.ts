import { startTestDatabases } from './databases/start-test-databases.ts';
import { repositoryRoot } from './repository-root.ts';
import { runProcess } from './run-process.ts';

const [command, ...args] = process.argv.slice(2);
if (!command) throw new Error('Usage: node tools/with-databases.ts <program> [arguments]');

const databases = await startTestDatabases(process.env['TEST_POSTGRES_URL']);
try {
  const env = { ...process.env, ...databases.env };
  process.exitCode = (await runProcess(command, args, { cwd: repositoryRoot, env })).code;
} finally {
  await databases.stop();
}
