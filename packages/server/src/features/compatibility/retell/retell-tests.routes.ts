import * as api from '@tendril/contract/api/retell-tests';
import type { App } from '../../../platform/http/app.ts';
import type { RetellTestBatches } from './retell-test-batches.ts';
import type { RetellTestCases } from './retell-test-cases.ts';
import { serveRetell as serve } from './serve-retell.ts';

interface RetellTestServices {
  cases: RetellTestCases;
  batches: RetellTestBatches;
}

/** Test cases and their runs under the paths of Retell's API. */
export function retellTestRoutes(app: App, { cases, batches }: RetellTestServices): void {
  serve(app, api.createRetellTestCase, ({ caller, body }) => cases.create(caller, body));
  serve(app, api.readRetellTestCase, ({ caller, params }) => cases.read(caller, params.testCaseDefinitionId));
  serve(app, api.updateRetellTestCase, ({ caller, params, body }) =>
    cases.update(caller, params.testCaseDefinitionId, body),
  );
  serve(app, api.listRetellTestCases, ({ caller, query }) => cases.list(caller, query));
  serve(app, api.deleteRetellTestCase, ({ caller, params }) =>
    cases.remove(caller, params.testCaseDefinitionId),
  );

  serve(app, api.createRetellTestBatch, ({ caller, body }) => batches.create(caller, body));
  serve(app, api.readRetellTestBatch, ({ caller, params }) =>
    batches.read(caller, params.testCaseBatchJobId),
  );
  serve(app, api.listRetellTestBatches, ({ caller, query }) => batches.list(caller, query));
  serve(app, api.listRetellTestRuns, ({ caller, params, query }) =>
    batches.listRuns(caller, params.testCaseBatchJobId, query),
  );
  serve(app, api.readRetellTestRun, ({ caller, params }) => batches.readRun(caller, params.testCaseJobId));
}
