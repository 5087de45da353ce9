import { ApiClient } from '../e2e/api-client.ts';
import { startServer } from '../e2e/local-server.ts';
import { measureAnswers } from './answer-figures.ts';
import { measureBrowser } from './browser-figures.ts';
import { measureBundles } from './bundle-figures.ts';
import { measureAgainst } from './compared-figures.ts';
import { measureDocuments } from './document-figures.ts';
import { measureDurable } from './durable-figures.ts';
import { measureEngine } from './engine-figures.ts';
import { measureFloods } from './flood-figures.ts';
import { measureIngestion } from './ingestion-figures.ts';
import { measureKnowledge } from './knowledge-figures.ts';
import { measureRemoval } from './removal-figures.ts';
import { measureRetrieval } from './retrieval-figures.ts';
import { measureSandbox } from './sandbox-figures.ts';
import { measureAbort, measureLists, measureRequests, measureStart } from './server-figures.ts';
import { measureShares } from './share-figures.ts';
import { measureSipCalls } from './sip-figures.ts';
import { measureAtSize } from './size-figures.ts';
import { measureSources } from './source-figures.ts';
import { printTable, type Row } from './table.ts';
import { measureVoice } from './voice-figures.ts';

/**
 * `npm run bench [start|requests|durable|sandbox|flood|shares|compare|abort|lists|browser|bundles|documents|engine|voice|sip|size]`: prints what
 * was measured, with the goal beside it. `compare` needs `BENCH_AGAINST`, the folder of another checkout; `size`, which
 * makes a database of gigabytes first, only when it is named: `size search` measures what has that in its name. So are
 * `size-postgres`, `knowledge`, `ingestion`, `removal`, `sources` and `retrieval`.
 */
const wanted = new Set(process.argv.slice(2));
const isWanted = (part: string) => wanted.size === 0 || wanted.has(part);

async function main(): Promise<void> {
  if (process.argv[2] === 'size') return printTable(await measureAtSize(process.argv[3]));
  if (process.argv[2] === 'size-postgres') return printTable(await measureAtSize(process.argv[3], true));
  if (wanted.has('knowledge'))
    return printTable([...(await measureKnowledge()), ...(await measureAnswers())]);
  if (wanted.has('ingestion')) return printTable(await measureIngestion());
  if (wanted.has('removal')) return printTable(await measureRemoval());
  if (wanted.has('sources')) return printTable(await measureSources());
  if (wanted.has('retrieval')) return printTable(await measureRetrieval());
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
  if (isWanted('durable')) rows.push(...(await measureDurable()));
  if (isWanted('sandbox')) rows.push(...(await measureSandbox()));
  if (isWanted('flood')) rows.push(...(await measureFloods()));
  if (isWanted('shares')) rows.push(...(await measureShares()));
  const other = process.env.BENCH_AGAINST;
  if (isWanted('compare') && other) rows.push(...(await measureAgainst(other)));
  if (isWanted('abort')) rows.push(...(await measureAbort()));
  if (isWanted('voice')) rows.push(...(await measureVoice()));
  if (isWanted('sip')) rows.push(...(await measureSipCalls()));
  if (isWanted('engine')) rows.push(...(await measureEngine()));
  if (isWanted('documents')) rows.push(...(await measureDocuments()));
  if (isWanted('bundles')) rows.push(...(await measureBundles()));
  printTable(rows);
}

await main();
