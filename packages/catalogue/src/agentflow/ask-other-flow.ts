import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import { checkAddress } from '../model/address.ts';
import { findKey } from '../model/read-key.ts';
import { traceStep } from '../step/trace-step.ts';
import { toPromptText } from '../text/format-prompt.ts';
import { readJson } from '../text/read-json.ts';
import { asRecord } from '../tools/as-record.ts';
import { askServiceJson } from '../tools/ask-service.ts';

/** A question to another flow, of this installation or of another one. */
interface FlowQuestion {
  flowId: string;
  question: string;
  /** An object, or its JSON. */
  overrideConfig: unknown;
  baseUrl: string | undefined;
  /** The field of the credential that holds the other installation's key. */
  keyField: 'chatflowApiKey' | 'agentflowApiKey';
  isNewSession: boolean;
  /** The step's own key, where it asks once. */
  key?: string;
}

const timeoutMs = 300_000;
const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i;

/** Without more knowledge an address of this machine is ours: no other one can be reached by it. */
function isOwn(url: string, { services }: RunContext): boolean {
  return services.isOwnAddress?.(url) ?? loopback.test(new URL(url).hostname);
}

function configOf(given: unknown): Record<string, unknown> | undefined {
  const read = asRecord(typeof given === 'string' ? readJson(given) : given);
  return Object.keys(read).length > 0 ? { ...read } : undefined;
}

async function askHere(asked: FlowQuestion, context: RunContext): Promise<Answer> {
  const { flowId, question, key } = asked;
  const { services, signal, session } = context;
  if (!services.runFlow) throw new AppError('NODE_FAILED', 'Other flows cannot be run from here.');
  const overrideConfig = configOf(asked.overrideConfig);
  return services.runFlow({
    flowId,
    question,
    signal,
    ...(overrideConfig && { overrideConfig }),
    ...(!asked.isNewSession && { sessionId: session.sessionId }),
    ...(key !== undefined && { key }),
  });
}

async function askElsewhere(asked: FlowQuestion, baseUrl: string, context: RunContext): Promise<Answer> {
  const { flowId, question, keyField, isNewSession } = asked;
  const key = await findKey(context, keyField);
  const { sessionId } = context.session;
  const overrideConfig = { ...(!isNewSession && { sessionId }), ...configOf(asked.overrideConfig) };
  const read = await askServiceJson(
    {
      service: new URL(baseUrl).host,
      url: `${baseUrl}/api/v1/prediction/${encodeURIComponent(flowId)}`,
      headers: { 'flowise-tool': 'true', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: {
        question,
        overrideConfig,
        streaming: false,
        ...(!isNewSession && { chatId: context.session.chatId }),
      },
      ...(key !== undefined && { secrets: [key] }),
      timeoutMs,
    },
    context,
  );
  const { text, json, sourceDocuments, usedTools } = asRecord(read) as Answer;
  return {
    ...(json === undefined ? { text: toPromptText(text) } : { json }),
    ...(Array.isArray(sourceDocuments) && { sourceDocuments }),
    ...(Array.isArray(usedTools) && { usedTools }),
  };
}

/** An answer in words. */
export const answerText = ({ text, json }: Answer): string => text ?? toPromptText(json);

/** Runs another flow for its answer, as a step of the trace. Throws FLOW_INVALID where none is chosen. */
export async function askOtherFlow(asked: FlowQuestion, context: RunContext): Promise<Answer> {
  const { flowId, question } = asked;
  if (!flowId) throw new AppError('FLOW_INVALID', 'Select Flow: nothing is chosen yet.');
  const baseUrl = asked.baseUrl?.trim() ? checkAddress(asked.baseUrl, 'Base URL') : undefined;
  if (flowId === context.session.flowId && (baseUrl === undefined || isOwn(baseUrl, context)))
    throw new AppError('FLOW_INVALID', 'A flow cannot run itself. Choose another one.');
  const step = {
    kind: 'request',
    name: 'Flow',
    nodeId: context.nodeId,
    input: { flowId, question },
  } as const;
  return traceStep(step, context, () =>
    baseUrl === undefined || isOwn(baseUrl, context)
      ? askHere(asked, context)
      : askElsewhere(asked, baseUrl, context),
  );
}
