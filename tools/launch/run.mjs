import { resolve } from 'node:path';
import { becomeChild } from './child.mjs';
import { provideDependencies } from './dependencies.mjs';
import { root } from './folders.mjs';
import { provideRuntime } from './runtime.mjs';

const [script, ...args] = process.argv.slice(2);

try {
  if (!script) throw new Error('Usage: node tools/launch/run.mjs <script.ts> [arguments]');
  const node = provideRuntime();
  provideDependencies(node);
  // Tools may call npm themselves (a database or a browser for the tests), so its variables stay.
  becomeChild(node, resolve(root, script), args, process.env);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
