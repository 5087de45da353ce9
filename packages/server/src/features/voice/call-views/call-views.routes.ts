import {
  createCallView,
  deleteCallView,
  listCallViews,
  updateCallView,
} from '@tendril/contract/api/call-views';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { CallViews } from './call-views.ts';

/** Mounts the saved views of the list of calls. */
export function callViewRoutes(app: App, views: CallViews): void {
  serve(app, listCallViews, async ({ caller }) => ({ data: await views.list(caller) }));
  serve(app, createCallView, async ({ caller, body }) => ({ data: await views.create(caller, body) }));
  serve(app, updateCallView, async ({ caller, params, body }) => ({
    data: await views.update(caller, params.id, body),
  }));
  serve(app, deleteCallView, ({ caller, params }) => views.remove(caller, params.id));
}
