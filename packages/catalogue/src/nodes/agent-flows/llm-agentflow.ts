import type { RunContext } from '@tendril/contract/node/run-context';
import type { AgentFlowState, StepResult } from '@tendril/contract/provider/agent-flow';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { joinAgentFlowStates, stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { agentFlowStep, type StepEntry } from '../../agentflow/agent-flow-step.ts';
import { replyMessage } from '../../agentflow/reply-message.ts';
import { requirePart } from '../../agentflow/require-part.ts';
import { stateUpdates } from '../../agentflow/state-updates.ts';
import { stepPrompt } from '../../agentflow/step-prompt.ts';
import { outputSchema } from '../../agentflow/structured-output.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { askModel } from '../../model/ask-model.ts';
import { checkShape } from '../../text/check-shape.ts';
import { asRecord } from '../../tools/as-record.ts';

type LlmInputs = NodeInputs['llmAgentflow'] & StepEntry & { llmModelPart?: ChatModel };

async function ask(
  inputs: LlmInputs,
  state: AgentFlowState,
  context: RunContext,
): Promise<{ result: StepResult; isStreamed: boolean }> {
  const model = requirePart(inputs.llmModelPart, 'Model');
  const memory = {
    isEnabled: inputs.llmEnableMemory,
    type: inputs.llmMemoryType,
    windowSize: inputs.llmMemoryWindowSize,
    maxTokenLimit: inputs.llmMemoryMaxTokenLimit,
  };
  const { llmMessages, llmUserMessage: userMessage } = inputs;
  const messages = await stepPrompt({ model, messages: llmMessages, memory, userMessage }, state, context);
  const schema = outputSchema(inputs.llmStructuredOutput);
  const isAnswer = context.isAnswer === true && !schema;
  const { text, usage } = await askModel(model, { messages, isAnswer, ...(schema && { schema }) }, context);
  const { inputTokens, outputTokens } = usage;
  const usageMetadata = {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
  if (!schema) {
    const isStreamed = isAnswer && context.isStreaming && model.isStreaming;
    return { result: stepResult(text, { usageMetadata }), isStreamed };
  }
  const fields = asRecord(checkShape(text, schema));
  return { result: stepResult(JSON.stringify(fields), { usageMetadata, ...fields }), isStreamed: false };
}

/** A step of an agent flow that asks a model once. */
export const llmAgentflow = implementNode({
  name: 'llmAgentflow',
  icon: 'message-square-text',
  description: 'A step that asks a model once, for text or for fields you name.',
  ...agentFlowStep('llmAgentflow'),

  async run(inputs: LlmInputs, context) {
    const state = joinAgentFlowStates(inputs.previous);
    const { result, isStreamed } = await ask(inputs, state, context);
    const message = replyMessage(inputs.llmReturnResponseAs, result, isStreamed, context);
    const values = stateUpdates(inputs.llmUpdateState, result);
    return { llmAgentflow: withResult(state, context.nodeId, result, { messages: [message], values }) };
  },
});
