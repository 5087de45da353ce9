import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { compileModule } from './compile-module.ts';
import { compileGuest, type MachineParts } from './machine.ts';
import { readLines } from './read-lines.ts';
import type { SandboxCommand } from './sandbox-message.ts';
import { createWorkerPool } from './worker-pool.ts';

const warmCount = 2;
const extensionNames = ['url', 'encoding', 'headers', 'crypto', 'structured-clone'];

// Threads started from here on inherit it: a busy sandbox yields to the server.
setPriority(5);

const memoryBytes = Number(process.argv[2]);
const pool = createWorkerPool({ parts: await loadParts(), memoryBytes }, warmCount, (message) =>
  process.stdout.write(`${JSON.stringify(message)}\n`),
);

// Only the server writes here: when it is gone, this process exits.
process.stdin.on('end', () => process.exit());
process.stdin.on('error', () => process.exit());
process.stdout.on('error', () => process.exit());
readLines(process.stdin, Number.POSITIVE_INFINITY, obey, () => undefined);

function obey(line: string): void {
  const command: SandboxCommand = JSON.parse(line);
  if (command.type === 'run') pool.start(command);
  else if (command.type === 'answer') pool.answer(command);
  else pool.stop(command.run);
}

async function loadParts(): Promise<MachineParts> {
  const engine = await compileModule('quickjs-wasi/quickjs.wasm');
  const extensions = extensionNames.map(async (name) => ({
    name,
    wasm: await compileModule(`quickjs-wasi/${name}.so`),
  }));
  const sources = ['./guest-url.js', './guest.js'].map((file) =>
    readFile(new URL(file, import.meta.url), 'utf8'),
  );
  return {
    engine,
    extensions: await Promise.all(extensions),
    guestScripts: await compileGuest(engine, await Promise.all(sources)),
  };
}
