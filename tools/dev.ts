import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { refreshIndexes } from './catalogue/catalogue-indexes.ts';
import { repositoryRoot } from './repository-root.ts';

refreshIndexes(repositoryRoot);

const vite = join(repositoryRoot, 'node_modules', 'vite', 'bin', 'vite.js');
const server = [
  '--watch',
  '--watch-preserve-output',
  '--disable-warning=ExperimentalWarning',
  'packages/server/src/main.mjs',
];
const children = [
  spawn(process.execPath, server, { cwd: repositoryRoot, stdio: 'inherit' }),
  spawn(process.execPath, [vite], { cwd: join(repositoryRoot, 'packages', 'web'), stdio: 'inherit' }),
  spawn(process.execPath, [vite, 'build', '--watch', '--logLevel', 'warn'], {
    cwd: join(repositoryRoot, 'packages', 'widget'),
    stdio: 'inherit',
  }),
];

function endAll(): void {
  for (const child of children) child.kill();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endAll);
for (const child of children) {
  // One is useless without the other.
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    endAll();
  });
}
console.log('The web app with live reload: http://localhost:5173 (its calls go to the server).');
