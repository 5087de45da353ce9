import { searchEverywhere } from '@tendril/contract/api/search';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { searchStore } from './search.store.ts';

/** Search over everything that has a name. */
export function searchRoutes(app: App, { reads, grants }: Pick<Infrastructure, 'reads' | 'grants'>): void {
  serve(app, searchEverywhere, async ({ caller, query }) =>
    searchStore(reads.of(caller)).find(caller, query.q, await grants.of(caller)),
  );
}
