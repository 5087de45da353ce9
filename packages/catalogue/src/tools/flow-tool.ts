import type { RunContext } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';
import { answerText, askOtherFlow } from '../agentflow/ask-other-flow.ts';
import { toToolName } from '../text/tool-name.ts';
import { asRecord } from './as-record.ts';
import { boundedText } from './bounded-text.ts';

/** What the forms of tools that run another flow say. */
interface FlowToolForm {
  name: string;
  description: string;
  overrideConfig: unknown;
  baseURL: string | undefined;
  startNewSession: boolean | undefined;
  useQuestionFromChat: boolean | undefined;
  customInput: string | undefined;
}

/** Another flow as a tool. Its secret belongs to the node, so it is read by the node's own context. */
export function flowTool(
  flowId: string,
  keyField: 'chatflowApiKey' | 'agentflowApiKey',
  form: FlowToolForm,
  own: RunContext,
): Tool {
  const fixed = (context: RunContext) =>
    form.useQuestionFromChat ? context.question : form.customInput?.trim() || undefined;
  return {
    nodeId: own.nodeId,
    name: toToolName(form.name, 'ask_flow'),
    description: form.description,
    inputSchema: {
      type: 'object',
      properties: { input: { type: 'string', description: 'The question to it' } },
      required: ['input'],
      additionalProperties: false,
    },
    async execute(input, context) {
      const question = fixed(context) ?? String(asRecord(input)['input'] ?? '');
      const { overrideConfig, baseURL: baseUrl, startNewSession = false } = form;
      const asked = { flowId, question, overrideConfig, baseUrl, keyField, isNewSession: startNewSession };
      // A call has a key of its own: what it has begun before a crash goes on.
      const key = context.part && context.idempotencyKey;
      const answer = await askOtherFlow(
        { ...asked, ...(key && { key }) },
        { ...context, nodeId: own.nodeId, credential: () => own.credential() },
      );
      const { sourceDocuments } = answer;
      return { text: boundedText(answerText(answer)), ...(sourceDocuments && { sourceDocuments }) };
    },
  };
}
