import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { refreshIndexes } from './catalogue/catalogue-indexes.ts';
import { kinds, newFiles } from './new/new-files.ts';
import { repositoryRoot } from './repository-root.ts';

function make(kind: string, name: string): void {
  const { files, advice } = newFiles(kind, name);
  const taken = files.find((file) => existsSync(join(repositoryRoot, file.path)));
  if (taken) throw new Error(`${taken.path} exists already.`);
  for (const { path, text } of files) {
    mkdirSync(dirname(join(repositoryRoot, path)), { recursive: true });
    writeFileSync(join(repositoryRoot, path), text);
    console.log(`written ${path}`);
  }
  for (const path of refreshIndexes(repositoryRoot)) console.log(`written ${path}`);
  console.log(advice);
}

const [kind, name] = process.argv.slice(2);
try {
  if (!kind || !name) throw new Error(`Usage: npm run new <${kinds.join('|')}> <name>`);
  make(kind, name);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
