import { evaluateCustomFunction, runCustomFunction } from '@tendril/contract/api/code-runs';
import type { App } from '../../../platform/http/app.ts';
import { serve, serveRaw } from '../../../platform/http/serve.ts';
import type { createCodeRunService } from './code-runs.ts';

/** Trials of code from the editors, and by programs in Flowise's form. */
export function codeRunRoutes(app: App, codeRuns: ReturnType<typeof createCodeRunService>): void {
  serve(app, runCustomFunction, ({ caller, body, signal }) => codeRuns.run(caller, body, signal));
  serveRaw(app, evaluateCustomFunction, async ({ caller, body, signal, reply }) => {
    const value = await codeRuns.evaluate(caller, body, signal);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
  });
}
