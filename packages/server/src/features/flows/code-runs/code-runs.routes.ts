import { runCustomFunction } from '@tendril/contract/api/code-runs';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { createCodeRunService } from './code-runs.ts';

/** Trials of code from the editors. */
export function codeRunRoutes(app: App, codeRuns: ReturnType<typeof createCodeRunService>): void {
  serve(app, runCustomFunction, ({ caller, body, signal }) => codeRuns.run(caller, body, signal));
}
