import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type {
  CredentialInterface,
  NodeInterface,
} from '../packages/catalogue/src/interfaces/node-interface.ts';
import { interfaceFiles } from './interfaces/interface-files.ts';
import { repositoryRoot } from './repository-root.ts';

const target = join(repositoryRoot, 'packages/catalogue/src/interfaces');

function readRows<T>(path: string): T[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as T);
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: node tools/import-interfaces.ts <folder with nodes.jsonl and credentials.jsonl>');
  process.exitCode = 1;
} else {
  const nodes = readRows<NodeInterface>(join(folder, 'nodes.jsonl'));
  const credentials = readRows<CredentialInterface>(join(folder, 'credentials.jsonl'));
  for (const [name, text] of interfaceFiles(nodes, credentials)) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    writeFileSync(join(target, name), text);
  }
  console.log(`Written: ${nodes.length} nodes and ${credentials.length} kinds of secrets.`);
}
