import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const script = `
const { registerHooks } = await import('node:module');
const loaded = [];
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
const { createCatalogue } = await import(process.argv[1]);
const catalogue = createCatalogue();
const count = () => loaded.filter((url) => /nodes\\/[a-z-]+\\//.test(url)).length;
const atStart = count();
await catalogue.templates();
const vendors = loaded.filter((url) => /node_modules\\/(ai|@ai-sdk|@langchain|ollama)/.test(url));
console.log(JSON.stringify({ atStart, afterTemplates: count(), vendors, names: catalogue.names.length }));
`;

it('imports no node before it is asked for, and no vendor for the templates', () => {
  const file = new URL('./catalogue.ts', import.meta.url).href;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script, file], {
    encoding: 'utf8',
  });
  const { atStart, afterTemplates, vendors, names } = JSON.parse(printed);
  expect(atStart).toBe(0);
  expect(afterTemplates).toBe(names);
  expect(vendors).toEqual([]);
});
