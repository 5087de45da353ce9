import {
  checkFlow,
  listFlowVersions,
  noteFlowVersion,
  publishFlow,
  readFlowVersion,
  restoreFlowVersion,
} from '@tendril/contract/api/flow-versions';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { FlowCheck } from './flow-check.ts';
import type { FlowVersionService } from './flow-versions.ts';
import { readIfMatch } from './read-if-match.ts';

/** Routes of a flow's versions, and the check of a drawing that need not be saved. */
export function flowVersionRoutes(app: App, versions: FlowVersionService, check: FlowCheck): void {
  serve(app, listFlowVersions, ({ caller, params, query }) => versions.list(caller, params.id, query));
  serve(app, readFlowVersion, ({ caller, params }) => versions.read(caller, params.id, params.versionId));
  serve(app, noteFlowVersion, ({ caller, params, body }) =>
    versions.note(caller, params.id, params.versionId, body),
  );
  serve(app, restoreFlowVersion, ({ caller, params, request }) =>
    versions.restore(caller, params.id, params.versionId, readIfMatch(request.headers['if-match'])),
  );
  serve(app, publishFlow, ({ caller, params, body, request }) =>
    versions.publish(caller, params.id, readIfMatch(request.headers['if-match']), body),
  );
  serve(app, checkFlow, async ({ caller, body }) => ({
    problems: [...(await check(caller, body.flowData))],
  }));
}
