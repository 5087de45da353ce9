import type { AskedCall, RunContext } from '@tendril/contract/node/run-context';
import type { AgentFlowState, StepResult } from '@tendril/contract/provider/agent-flow';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { VectorStore } from '@tendril/contract/provider/retrieval';
import type { Tool } from '@tendril/contract/provider/tool';
import { runAgent } from '../../agent/run-agent.ts';
import { joinAgentFlowStates, stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { agentFlowStep, type StepEntry } from '../../agentflow/agent-flow-step.ts';
import { openBuiltInTools, toProviderTools, withBuiltIn } from '../../agentflow/built-in-tools.ts';
import { storeTools, vectorTools, withOwnNames } from '../../agentflow/knowledge-tools.ts';
import { replyMessage } from '../../agentflow/reply-message.ts';
import { requirePart } from '../../agentflow/require-part.ts';
import { stateUpdates } from '../../agentflow/state-updates.ts';
import { stepPrompt } from '../../agentflow/step-prompt.ts';
import { outputSchema } from '../../agentflow/structured-output.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { type AskMessage, askModel } from '../../model/ask-model.ts';
import { runApprovedAgent } from '../../pipeline/approved-agent.ts';
import type { Said } from '../../pipeline/speak.ts';
import { listStores } from '../../retrieval/knowledge-stores.ts';
import { checkShape } from '../../text/check-shape.ts';
import { asRecord } from '../../tools/as-record.ts';

type AgentInputs = NodeInputs['agentAgentflow'] &
  StepEntry & {
    agentModelPart?: ChatModel;
    /** One for each row of tools; a row may bring several at once. */
    agentToolsParts?: readonly (Tool | readonly Tool[] | undefined)[];
    agentKnowledgeVSEmbeddingsParts?: readonly ({ vectorStore?: VectorStore } | undefined)[];
  };

const texts = {
  approvalPrompt: undefined,
  approveButtonText: 'Proceed',
  rejectButtonText: 'Reject',
};

/** All tools of the step, and which of them a person has to allow. */
async function readTools(
  inputs: AgentInputs,
  context: RunContext,
): Promise<{ tools: Tool[]; guarded: Set<string> }> {
  const rows = inputs.agentTools ?? [];
  const parts = (inputs.agentToolsParts ?? []).map((part) => (part === undefined ? [] : [part].flat()));
  const guarded = parts.flatMap((tools, index) =>
    rows[index]?.agentSelectedToolRequiresHumanInput ? tools.map(({ name }) => name) : [],
  );
  const knowledge = withOwnNames([
    ...(await storeTools(inputs.agentKnowledgeDocumentStores, context)),
    ...vectorTools(inputs.agentKnowledgeVSEmbeddings, inputs.agentKnowledgeVSEmbeddingsParts ?? [], context),
  ]);
  const tools = [...parts.flat(), ...knowledge];
  return { tools, guarded: new Set(guarded) };
}

const builtInNames = (inputs: AgentInputs) => [
  ...(inputs.agentToolsBuiltInOpenAI ?? []),
  ...(inputs.agentToolsBuiltInGemini ?? []),
  ...(inputs.agentToolsBuiltInAnthropic ?? []),
];

/** Lets the agent work until it can say something; asks a person before tools that are guarded. */
async function work(
  inputs: AgentInputs,
  model: ChatModel,
  messages: readonly AskMessage[],
  isAnswer: boolean,
  context: RunContext,
): Promise<Said> {
  const { tools, guarded } = await readTools(inputs, context);
  const names = builtInNames(inputs);
  const builtIn = await openBuiltInTools(names);
  const asked = names.length > 0 ? withBuiltIn(model) : model;
  if (guarded.size > 0) {
    const asks = ({ name }: AskedCall) => guarded.has(name);
    const agent = { model: asked, messages, tools, builtIn: toProviderTools(builtIn), texts, asks };
    return runApprovedAgent({ ...agent, maxToolCalls: undefined }, context);
  }
  const said = await runAgent({ model: asked, messages, tools, builtIn, isAnswer }, context);
  const isStreamed = isAnswer && context.isStreaming && model.isStreaming;
  return { ...said, text: said.text ?? '', isStreamed };
}

/** The agent's answer once more, as the fields that the form names. */
async function toFields(
  inputs: AgentInputs,
  model: ChatModel,
  messages: readonly AskMessage[],
  text: string,
  context: RunContext,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const schema = outputSchema(inputs.agentStructuredOutput);
  if (!schema) return undefined;
  const asked = [
    ...messages,
    { role: 'assistant' as const, content: text },
    { role: 'user' as const, content: 'Give this answer as JSON with the fields you are asked for.' },
  ];
  return asRecord(checkShape((await askModel(model, { messages: asked, schema }, context)).text, schema));
}

async function answer(inputs: AgentInputs, state: AgentFlowState, context: RunContext) {
  const model = requirePart(inputs.agentModelPart, 'Model');
  const memory = {
    isEnabled: inputs.agentEnableMemory,
    type: inputs.agentMemoryType,
    windowSize: inputs.agentMemoryWindowSize,
    maxTokenLimit: inputs.agentMemoryMaxTokenLimit,
  };
  const { agentMessages, agentUserMessage: userMessage } = inputs;
  const messages = await stepPrompt({ model, messages: agentMessages, memory, userMessage }, state, context);
  const isPlain = outputSchema(inputs.agentStructuredOutput) === undefined;
  const said = await work(inputs, model, messages, isPlain && context.isAnswer === true, context);
  const fields = await toFields(inputs, model, messages, said.text, context);
  const { usedTools = [], sourceDocuments = [], isStreamed = false } = said;
  const given = {
    ...(usedTools.length > 0 && { usedTools }),
    ...(sourceDocuments.length > 0 && { sourceDocuments }),
  };
  const result: StepResult = stepResult(fields ? JSON.stringify(fields) : said.text, { ...given, ...fields });
  return { result, isStreamed, given };
}

/** A step of an agent flow that calls tools until it can answer. */
export const agentAgentflow = implementNode({
  name: 'agentAgentflow',
  icon: 'bot',
  description: 'A step that calls tools and looks things up as often as it needs to, then says something.',
  ...agentFlowStep('agentAgentflow'),
  loadMethods: { listStores: (request) => listStores(request, true) },

  async run(inputs: AgentInputs, context) {
    const state = joinAgentFlowStates(inputs.previous);
    const { result, isStreamed, given } = await answer(inputs, state, context);
    const message = replyMessage(inputs.agentReturnResponseAs, result, isStreamed, context);
    const values = stateUpdates(inputs.agentUpdateState, result);
    const next = withResult(state, context.nodeId, result, { ...given, messages: [message], values });
    return { agentAgentflow: next };
  },
});
