import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { joinAgentFlowStates, stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { agentFlowStep, type StepEntry } from '../../agentflow/agent-flow-step.ts';
import { type HttpForm, toHttpRequest } from '../../agentflow/http-request.ts';
import { readBody, readBytes } from '../../agentflow/http-response.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { fetchWithin } from '../../model/fetch-within.ts';
import { findCredential } from '../../model/read-key.ts';
import { traceStep } from '../../step/trace-step.ts';
import { toPromptText } from '../../text/format-prompt.ts';
import { refusalReason } from '../../tools/refusal-reason.ts';
import { serviceFetch } from '../../tools/service-fetch.ts';

type HttpInputs = NodeInputs['httpAgentflow'] & StepEntry;

/** Of a step without a limit of its own. */
const wholeMs = 300_000;

interface HttpAnswer {
  data: unknown;
  status: number;
  statusText: string;
  headers: Record<string, string>;
}

/** Sends the request through the egress client. Throws NODE_FAILED for an answer that is an error, with its reason. */
async function send(inputs: HttpInputs, context: RunContext): Promise<HttpAnswer> {
  const { url, init } = toHttpRequest(
    inputs as HttpForm,
    await findCredential(context),
    context.idempotencyKey,
  );
  const { signal, nodeId, limitMs = wholeMs } = context;
  const fetch = fetchWithin(serviceFetch(context), limitMs);
  const shown = { method: inputs.method, url: url.href };
  return traceStep({ kind: 'request', name: 'HTTP', nodeId, input: shown }, context, async () => {
    const response = await fetch(url, { ...init, signal });
    const bytes = await readBytes(response);
    if (!response.ok) {
      const reason = refusalReason(bytes.toString('utf8'));
      const said = `${url.host} answered ${response.status} ${response.statusText}`.trim();
      throw new AppError('NODE_FAILED', reason ? `${said}: ${reason}` : `${said}.`);
    }
    const { status, statusText } = response;
    const headers = Object.fromEntries(response.headers);
    return { data: readBody(bytes, inputs.responseType), status, statusText, headers };
  });
}

/** A step of an agent flow that sends a request. */
export const httpAgentflow = implementNode({
  name: 'httpAgentflow',
  icon: 'globe',
  description: 'Sends a request to a web address and passes on what comes back.',
  ...agentFlowStep('httpAgentflow'),

  async run(inputs: HttpInputs, context) {
    const { nodeId } = context;
    const state = joinAgentFlowStates(inputs.previous);
    const http = await send(inputs, context);
    const content = toPromptText(http.data);
    const result = stepResult(content, { http, data: http.data, status: http.status });
    return { httpAgentflow: withResult(state, nodeId, result) };
  },
});
