import {
  arrangeFlows,
  createFlow,
  createFromStarter,
  deleteFlow,
  duplicateFlow,
  listFlows,
  readFlow,
  saveDraft,
  updateFlow,
} from '@tendril/contract/api/flows';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { FlowService } from './flows.ts';
import { readIfMatch } from './read-if-match.ts';
import type { createStarters } from './starters.ts';

/** Routes of the app's own lists and canvas. */
export function flowRoutes(app: App, flows: FlowService, start: ReturnType<typeof createStarters>): void {
  serve(app, listFlows, ({ caller, query }) => flows.list(caller, query));
  serve(app, readFlow, ({ caller, params }) => flows.read(caller, params.id));
  serve(app, createFlow, ({ caller, body }) => flows.create(caller, body));
  serve(app, createFromStarter, ({ caller, params }) => start(caller, params.starter));
  serve(app, arrangeFlows, ({ caller, body }) => flows.arrange(caller, body));
  serve(app, updateFlow, ({ caller, params, body }) => flows.update(caller, params.id, body));
  serve(app, saveDraft, ({ caller, params, body, request }) =>
    flows.saveDraft(caller, params.id, readIfMatch(request.headers['if-match']), body),
  );
  serve(app, duplicateFlow, ({ caller, params }) => flows.duplicate(caller, params.id));
  serve(app, deleteFlow, ({ caller, params }) => flows.remove(caller, params.id));
}
