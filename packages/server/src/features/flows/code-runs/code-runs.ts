import type { CodeRun, runCustomFunction } from '@tendril/contract/api/code-runs';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import { type Sandbox, SandboxError } from '@tendril/contract/provider/sandbox';
import { toSandboxFetch } from '@tendril/contract/provider/sandbox-fetch';
import type { Scope } from '../../../platform/db/scope.ts';

interface CodeRunParts {
  sandbox: Sandbox;
  fetch: FetchFunction;
  variables(scope: Scope): Promise<Readonly<Record<string, string>>>;
}

/** Errors of the code itself; any other is an internal one and is rethrown. */
const ownErrors = new Set(['TOOL_FAILED', 'TOOL_TIMEOUT', 'TOOL_RESULT']);

/** Runs code from an editor as a run would, with values entered by the user. */
export function createCodeRunService({ sandbox, fetch, variables }: CodeRunParts) {
  return {
    async run(scope: Scope, body: Body<typeof runCustomFunction>, signal: AbortSignal): Promise<CodeRun> {
      const named = Object.entries(body.functionInputVariables).map(([name, value]) => [`$${name}`, value]);
      const $flow = { chatflowId: '', sessionId: '', chatId: '', input: '', ...body.flow };
      const startedAt = performance.now();
      const finished = (run: Omit<CodeRun, 'ms'>): CodeRun => ({ ...run, ms: performance.now() - startedAt });
      try {
        const { value, logs } = await sandbox.run({
          code: body.javascriptFunction,
          variables: { ...Object.fromEntries(named), $vars: await variables(scope), $flow },
          signal,
          fetch: toSandboxFetch(fetch),
        });
        return finished({ output: value ?? null, error: null, logs });
      } catch (error) {
        if (!(error instanceof AppError) || !ownErrors.has(error.code)) throw error;
        const logs = error instanceof SandboxError ? [...error.logs] : [];
        return finished({ output: null, error: error.message, logs });
      }
    },
  };
}
