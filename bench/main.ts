import { ApiClient } from '../e2e/api-client.ts';
import { startServer } from '../e2e/local-server.ts';
import { measureBrowser } from './browser-figures.ts';
import { measureBundles } from './bundle-figures.ts';
import { measureEngine } from './engine-figures.ts';
import { measureAbort, measureLists, measureRequests, measureStart } from './server-figures.ts';
import { printTable, type Row } from './table.ts';
import { measureVoice } from './voice-figures.ts';

/**
 * `npm run bench [start|requests|abort|lists|browser|bundles|engine|voice]`: prints what was measured, with the goal beside
 * it.
 */
const wanted = new Set(process.argv.slice(2));
const isWanted = (part: string) => wanted.size === 0 || wanted.has(part);

async function main(): Promise<void> {
  const rows: Row[] = [];
  const server = await startServer();
  try {
    await new ApiClient(server.url).registerOwner();
    if (isWanted('browser')) rows.push(...(await measureBrowser(server)));
    if (isWanted('lists')) rows.push(...(await measureLists(server)));
    await server.stop();
    if (isWanted('start')) rows.push(...(await measureStart(server)));
  } finally {
    await server.remove();
  }
  if (isWanted('requests')) rows.push(...(await measureRequests()));
  if (isWanted('abort')) rows.push(...(await measureAbort()));
  if (isWanted('voice')) rows.push(...(await measureVoice()));
  if (isWanted('engine')) rows.push(...(await measureEngine()));
  if (isWanted('bundles')) rows.push(...(await measureBundles()));
  printTable(rows);
}

await main();
