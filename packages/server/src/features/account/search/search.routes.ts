import { searchEverywhere } from '@tendril/contract/api/search';
import type { Database } from '../../../platform/db/schema.ts';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import { searchStore } from './search.store.ts';

/** Search over everything that has a name. */
export function searchRoutes(app: App, db: Database): void {
  const store = searchStore(db);
  serve(app, searchEverywhere, ({ caller, query }) => store.find(caller, query.q));
}
