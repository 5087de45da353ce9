#!/usr/bin/env node
import { join, resolve } from 'node:path';
import { becomeChild } from '../tools/launch/child.mjs';
import { root } from '../tools/launch/folders.mjs';
import { availableMb, heapFlags } from '../tools/launch/heap-flags.mjs';
import { mallocEnvironment } from '../tools/launch/malloc-environment.mjs';
import { withoutNpm } from '../tools/launch/npm.mjs';
import { provideRuntime } from '../tools/launch/runtime.mjs';

const [name, ...args] = process.argv.slice(2);
const server = join(root, 'packages', 'server', 'src');

try {
  const environment = {
    ...withoutNpm(process.env),
    NODE_ENV: process.env.NODE_ENV ?? 'production',
    // Not beside the program, which the next version replaces.
    TENDRIL_HOME: resolve(process.env.TENDRIL_HOME || '.tendril'),
  };
  const node = provideRuntime();
  if (name === undefined || name === 'start')
    becomeChild(
      node,
      join(server, 'main.mjs'),
      args,
      mallocEnvironment(environment),
      heapFlags(availableMb(), process.env.NODE_OPTIONS),
    );
  else becomeChild(node, join(server, 'commands', 'tendril.js'), [name, ...args], environment);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
