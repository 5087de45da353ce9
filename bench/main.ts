import { HouseClient } from '../e2e/house-client.ts';
import { startHouse } from '../e2e/local-house.ts';
import { measureBrowser } from './browser-figures.ts';
import { measureBundles } from './bundle-figures.ts';
import { measureAbort, measureLists, measureRequests, measureStart } from './server-figures.ts';
import { printTable, type Row } from './table.ts';
import { measureVoice } from './voice-figures.ts';

/**
 * `npm run bench [start|requests|abort|lists|browser|bundles|voice]`: prints what was measured, with the goal beside
 * it.
 */
const wanted = new Set(process.argv.slice(2));
const isWanted = (part: string) => wanted.size === 0 || wanted.has(part);

async function main(): Promise<void> {
  const rows: Row[] = [];
  const house = await startHouse();
  try {
    await new HouseClient(house.url).registerOwner();
    if (isWanted('browser')) rows.push(...(await measureBrowser(house)));
    if (isWanted('lists')) rows.push(...(await measureLists(house)));
    await house.stop();
    if (isWanted('start')) rows.push(...(await measureStart(house)));
  } finally {
    await house.remove();
  }
  if (isWanted('requests')) rows.push(...(await measureRequests()));
  if (isWanted('abort')) rows.push(...(await measureAbort()));
  if (isWanted('voice')) rows.push(...(await measureVoice()));
  if (isWanted('bundles')) rows.push(...(await measureBundles()));
  printTable(rows);
}

await main();
