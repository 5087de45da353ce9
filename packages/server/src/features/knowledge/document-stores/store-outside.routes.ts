import {
  cancelOutsideStore,
  emptyOutsideStore,
  forgetOutsideStore,
  listOutsideStores,
  retryOutsideStore,
  testOutsideStore,
} from '@tendril/contract/api/outside-stores';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { KnowledgeService } from './knowledge.ts';

/** Routes of the vector stores elsewhere that knowledge bases use. */
export function storeOutsideRoutes(app: App, { outside }: KnowledgeService): void {
  serve(app, listOutsideStores, ({ caller, params }) => outside.list(caller, params.storeId));
  serve(app, testOutsideStore, ({ caller, params, body, signal }) =>
    outside.test(caller, params.storeId, body, signal),
  );
  serve(app, cancelOutsideStore, ({ caller, params }) =>
    outside.cancel(caller, params.storeId, params.outsideId),
  );
  serve(app, retryOutsideStore, ({ caller, params }) =>
    outside.retry(caller, params.storeId, params.outsideId),
  );
  serve(app, emptyOutsideStore, ({ caller, params }) =>
    outside.empty(caller, params.storeId, params.outsideId),
  );
  serve(app, forgetOutsideStore, ({ caller, params }) =>
    outside.forget(caller, params.storeId, params.outsideId),
  );
}
