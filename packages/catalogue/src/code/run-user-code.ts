import type { RunContext } from '@tendril/contract/node/run-context';
import { toSandboxFetch } from '@tendril/contract/provider/sandbox-fetch';
import { onceKey } from '../step/once-key.ts';
import { traceStep } from '../step/trace-step.ts';

interface UserCode {
  code: string;
  /** In code: `$name`. */
  variables: Record<string, unknown>;
  /** Added to `$flow`. */
  flow?: Record<string, unknown>;
  /** The node whose code it is, and its name in the trace. */
  nodeId: string;
  name: string;
}

/** Values as the sandbox takes them: plain JSON. */
function toPlain(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? null : (JSON.parse(text) as unknown);
}

/**
 * Runs user code in the sandbox. It sees `$vars`, `$flow`, its variables as `$name`, and a `fetch` that goes through
 * the egress client. Throws the errors of `Sandbox`.
 */
export async function runUserCode(request: UserCode, context: RunContext): Promise<unknown> {
  const { flowId, sessionId, chatId } = context.session;
  const { openStream } = context.services;
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
        $flow: {
          ...{ chatflowId: flowId, sessionId, chatId, input: context.question },
          // For others that carry out once what this code asks of them again after a crash.
          ...(context.part && { idempotencyKey: onceKey(context) }),
          ...request.flow,
        },
      },
      signal: context.signal,
      fetch: toSandboxFetch(context.services.fetch),
      ...(openStream && { openStream }),
    }),
  );
  return result.value;
}
