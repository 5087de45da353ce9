import { join } from 'node:path';
import { becomeChild } from './child.mjs';
import { provideDependencies } from './dependencies.mjs';
import { root } from './folders.mjs';
import { availableMb, heapFlags } from './heap-flags.mjs';
import { mallocEnvironment } from './malloc-environment.mjs';
import { withoutNpm } from './npm.mjs';
import { npmShareMs } from './outer-share.mjs';
import { provideRuntime } from './runtime.mjs';
import { provideWeb } from './web.mjs';

function timed(shares, name, work) {
  const startedAt = performance.now();
  const result = work();
  shares.push(`${name} ${Math.round(performance.now() - startedAt)} ms`);
  return result;
}

try {
  const shares = [`Node ${Math.round(performance.now())} ms`];
  const node = timed(shares, 'runtime', provideRuntime);
  timed(shares, 'packages', () => provideDependencies(node));
  timed(shares, 'web app', () => provideWeb(node));
  const npmMs = npmShareMs();
  const npmShare = npmMs === undefined ? '' : `npm ${npmMs} ms, `;
  console.log(
    `Before the server: ${npmShare}launcher ${Math.round(performance.now())} ms (${shares.join(', ')}).`,
  );
  const environment = mallocEnvironment({
    ...withoutNpm(process.env),
    NODE_ENV: process.env.NODE_ENV ?? 'production',
  });
  const server = join(root, 'packages', 'server', 'src', 'main.mjs');
  const flags = heapFlags(availableMb(), process.env.NODE_OPTIONS);
  becomeChild(node, server, process.argv.slice(2), environment, flags);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
