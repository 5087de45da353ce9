import { changeStoreAccess, listFileAccess, readStoreAccess } from '@tendril/contract/api/store-access';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { StoreAccessService } from './store-access.ts';

/** Routes of who may read a knowledge base. */
export function storeAccessRoutes(app: App, access: StoreAccessService): void {
  serve(app, readStoreAccess, ({ caller, params }) => access.read(caller, params.storeId));
  serve(app, changeStoreAccess, ({ caller, params, body }) => access.change(caller, params.storeId, body));
  serve(app, listFileAccess, ({ caller, params, query }) => access.files(caller, params.storeId, query));
}
