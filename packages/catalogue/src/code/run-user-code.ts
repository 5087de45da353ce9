import type { RunContext } from '@tendril/contract/node/run-context';
import type { SandboxFetch } from '@tendril/contract/provider/sandbox';
import { traceStep } from '../step/trace-step.ts';

interface UserCode {
  code: string;
  /** Seen by the code as `$name`. */
  variables: Record<string, unknown>;
  /** Added to `$flow`. */
  flow?: Record<string, unknown>;
  /** The node whose code it is, and what the trace calls it. */
  nodeId: string;
  name: string;
}

function sandboxFetch(context: RunContext): SandboxFetch {
  return async (url, { signal, ...init }) => {
    const response = await context.services.fetch(url, { ...init, signal });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    };
  };
}

/** Values as the sandbox takes them: plain JSON. */
function toPlain(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? null : (JSON.parse(text) as unknown);
}

/**
 * Runs code that a user wrote, away from the server. It sees `$vars`, `$flow`, its variables as `$name`, and a `fetch`
 * that goes through the egress client. Throws the errors of `Sandbox`.
 */
export async function runUserCode(request: UserCode, context: RunContext): Promise<unknown> {
  const { flowId, sessionId, chatId } = context.session;
  const named = Object.entries(request.variables).map(([name, value]) => [`$${name}`, toPlain(value)]);
  const input = {
    kind: 'code',
    name: request.name,
    nodeId: request.nodeId,
    input: request.variables,
  } as const;
  const result = await traceStep(input, context, () =>
    context.services.sandbox.run({
      code: request.code,
      variables: {
        ...Object.fromEntries(named),
        $vars: context.variables,
        $flow: { chatflowId: flowId, sessionId, chatId, input: context.question, ...request.flow },
      },
      signal: context.signal,
      fetch: sandboxFetch(context),
    }),
  );
  return result.value;
}
