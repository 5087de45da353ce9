import { join } from 'node:path';
import { becomeChild } from './child.mjs';
import { root } from './folders.mjs';
import { availableMb, heapFlags } from './heap-flags.mjs';
import { mallocEnvironment } from './malloc-environment.mjs';

// What a container runs: the server, one of its commands, or the look at its health; there may be no shell.
const [name, ...args] = process.argv.slice(2);
const source = join(root, 'packages', 'server', 'src');

if (name === 'health') {
  const { PORT: port = '3000' } = process.env;
  const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined);
  process.exitCode = answer?.ok ? 0 : 1;
} else if (name === undefined) {
  const flags = heapFlags(availableMb(), process.env.NODE_OPTIONS);
  becomeChild(process.execPath, join(source, 'main.mjs'), [], mallocEnvironment(process.env), flags);
} else {
  becomeChild(process.execPath, join(source, 'commands', 'tendril.ts'), [name, ...args], process.env);
}
