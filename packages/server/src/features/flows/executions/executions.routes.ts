import {
  deleteExecution,
  deleteExecutions,
  listExecutions,
  readExecution,
  readPublicExecution,
  updateExecution,
} from '@tendril/contract/api/executions';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { ExecutionService } from './executions.ts';

const alias = { alias: true };

/** Flowise's routes for runs of agent flows; also under `/api/v1`. */
export function executionRoutes(app: App, executions: ExecutionService): void {
  serve(app, listExecutions, ({ caller, query }) => executions.list(caller, query), alias);
  serve(app, readExecution, ({ caller, params }) => executions.read(caller, params.id), alias);
  serve(
    app,
    updateExecution,
    ({ caller, params, body }) => executions.share(caller, params.id, body.isPublic),
    alias,
  );
  serve(app, deleteExecution, ({ caller, params }) => executions.remove(caller, params.id), alias);
  serve(app, deleteExecutions, ({ caller, body }) => executions.removeMany(caller, body.executionIds), alias);
  serve(app, readPublicExecution, ({ params }) => executions.readShared(params.id), alias);
}
