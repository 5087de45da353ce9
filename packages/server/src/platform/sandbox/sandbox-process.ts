import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { compileModule } from './compile-module.ts';
import { createLibraryStock } from './library-stock.ts';
import { compileGuest, type MachineParts } from './machine.ts';
import { readLines } from './read-lines.ts';
import type { SandboxCommand, SandboxReport } from './sandbox-message.ts';
import { createWorkerPool } from './worker-pool.ts';

const warmCount = 2;
const extensionNames = ['url', 'encoding', 'headers', 'crypto', 'structured-clone'];
const guestScripts = ['url', 'core'];
// Loaded into a machine when the code first touches what is in them.
const lazyScripts = ['intl', 'abort', 'body', 'fetch', 'text-decoder', 'node-crypto', 'sockets'];

// Threads started from here on inherit it: a busy sandbox yields to the server.
setPriority(5);

const memoryBytes = Number(process.argv[2]);
const parts = await loadParts();
const libraries = createLibraryStock(parts.engine, (name) => report({ type: 'load', name }));
const pool = createWorkerPool({ parts, memoryBytes }, warmCount, report, libraries.find);

// Only the server writes here: when it is gone, this process exits.
process.stdin.on('end', () => process.exit());
process.stdin.on('error', () => process.exit());
process.stdout.on('error', () => process.exit());
readLines(process.stdin, Number.POSITIVE_INFINITY, obey, () => undefined);

function obey(line: string): void {
  const command: SandboxCommand = JSON.parse(line);
  if (command.type === 'run') pool.start(command);
  else if (command.type === 'answer') pool.answer(command);
  else if (command.type === 'library') libraries.deliver(command);
  else pool.stop(command.run);
}

function report(message: SandboxReport): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function loadParts(): Promise<MachineParts> {
  const engine = await compileModule('quickjs-wasi/quickjs.wasm');
  const extensions = extensionNames.map(async (name) => ({
    name,
    wasm: await compileModule(`quickjs-wasi/${name}.so`),
  }));
  const sources = [...guestScripts, ...lazyScripts].map((name) =>
    readFile(new URL(`./guest/${name}.js`, import.meta.url), 'utf8'),
  );
  const compiled = await compileGuest(engine, await Promise.all(sources));
  const lazy = compiled.slice(guestScripts.length);
  return {
    engine,
    extensions: await Promise.all(extensions),
    guestScripts: compiled.slice(0, guestScripts.length),
    lazyScripts: Object.fromEntries(lazy.map((script, index) => [lazyScripts[index], script])),
  };
}
