import type { CodeRun, evaluateCustomFunction, runCustomFunction } from '@tendril/contract/api/code-runs';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError, invalidInput } from '@tendril/contract/app-error';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import { type Sandbox, SandboxError } from '@tendril/contract/provider/sandbox';
import { toSandboxFetch } from '@tendril/contract/provider/sandbox-fetch';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Egress } from '../../../platform/egress/egress.ts';

interface CodeRunParts {
  sandbox: Sandbox;
  egress: Pick<Egress, 'of'>;
  variables(scope: Scope): Promise<Readonly<Record<string, string>>>;
}

const emptyFlow = { chatflowId: '', sessionId: '', chatId: '', input: '' };

/** Errors of the code itself; any other is an internal one and is rethrown. */
const ownErrors = new Set(['TOOL_FAILED', 'TOOL_TIMEOUT', 'TOOL_RESULT']);

/** Runs code from an editor as a run would, with values entered by the user. */
export function createCodeRunService({ sandbox, egress, variables }: CodeRunParts) {
  const waysOut = ({ workspaceId }: Scope) => {
    const { fetch, openStream } = egress.of(workspaceId);
    return { fetch: toSandboxFetch(fetch as FetchFunction), openStream };
  };
  return {
    /** What the code returns. Throws what it threw, as TOOL_FAILED, and INVALID_INPUT for its inputs. */
    async evaluate(
      scope: Scope,
      { javascriptFunction: code, functionInputVariables }: Body<typeof evaluateCustomFunction>,
      signal: AbortSignal,
    ): Promise<unknown> {
      const given = readInputs(functionInputVariables);
      const { value } = await sandbox.run({
        code,
        variables: { ...namesIn(code), ...given, $vars: await variables(scope), $flow: emptyFlow },
        signal,
        ...waysOut(scope),
      });
      return value ?? null;
    },

    async run(scope: Scope, body: Body<typeof runCustomFunction>, signal: AbortSignal): Promise<CodeRun> {
      const named = Object.entries(body.functionInputVariables).map(([name, value]) => [`$${name}`, value]);
      const $flow = { ...emptyFlow, ...body.flow };
      const startedAt = performance.now();
      const finished = (run: Omit<CodeRun, 'ms'>): CodeRun => ({ ...run, ms: performance.now() - startedAt });
      try {
        const { value, logs } = await sandbox.run({
          code: body.javascriptFunction,
          variables: { ...Object.fromEntries(named), $vars: await variables(scope), $flow },
          signal,
          ...waysOut(scope),
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

// A name that the code uses and nobody has given is there, without a value.
function namesIn(code: string): Record<string, null> {
  return Object.fromEntries([...code.matchAll(/\$[A-Za-z_]\w{0,63}/g)].map(([name]) => [name, null]));
}

function readInputs(given: Body<typeof evaluateCustomFunction>['functionInputVariables']) {
  const path = 'functionInputVariables';
  const inputs = typeof given === 'string' ? readObject(given, path) : (given ?? {});
  const wrong = Object.keys(inputs).find((name) => !/^[A-Za-z_]\w{0,63}$/.test(name));
  if (wrong !== undefined) throw invalidInput([{ path: [path, wrong], message: 'must be a name' }]);
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`$${name}`, value]));
}

function readObject(text: string, path: string): Record<string, unknown> {
  const read = readJson(text);
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return { ...read };
  throw invalidInput([{ path: [path], message: 'must be an object as JSON' }]);
}

function readJson(text: string): unknown {
  try {
    return parseShallowJson(text);
  } catch {
    return undefined;
  }
}
