import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const script = `
const { registerHooks } = await import('node:module');
const loaded = [];
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
const { createCatalogue } = await import(process.argv[1]);
const { implementedNodes } = await import(process.argv[2]);
const catalogue = createCatalogue();
const count = () => loaded.filter((url) => /nodes\\/[a-z-]+\\//.test(url)).length;
const atStart = count();
await catalogue.templates();
const vendors = loaded.filter((url) => /node_modules\\/(ai|@ai-sdk|@langchain|ollama)/.test(url));
console.log(JSON.stringify({ atStart, afterTemplates: count(), vendors, whole: catalogue.names.length - Object.keys(implementedNodes).length }));
`;

it('imports no node before it is asked for, and for the templates neither a vendor nor a node with an interface', () => {
  const file = new URL('./catalogue.ts', import.meta.url).href;
  const index = new URL('./nodes/index.gen.ts', import.meta.url).href;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script, file, index], {
    encoding: 'utf8',
  });
  const { atStart, afterTemplates, vendors, whole } = JSON.parse(printed);
  expect(atStart).toBe(0);
  expect(afterTemplates).toBe(whole);
  expect(vendors).toEqual([]);
});
