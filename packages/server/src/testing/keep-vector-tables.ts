import { createVectorTables } from '../features/knowledge/index/public.ts';
import { openDatabase } from '../platform/db/client.ts';
import { makeFolder } from './temporary-folder.ts';

// A process of its own, to be killed: fills the tables of pgvector in the database that it is started with.
const [databaseUrl, least] = process.argv.slice(2);
const db = await openDatabase({
  home: makeFolder(),
  databaseUrl,
  databaseDirectUrl: `${databaseUrl}?direct`,
  databasePool: 2,
});
const log = { info: () => {}, warn: () => {} };
await createVectorTables({ db, log, least: Number(least) }).keepUp(new AbortController().signal);
await db.destroy();
