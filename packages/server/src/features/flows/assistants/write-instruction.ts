import { randomUUID } from 'node:crypto';
import type { generateInstruction } from '@tendril/contract/api/assistants';
import { storedValueMask } from '@tendril/contract/api/credentials';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { AssistantPart } from '@tendril/contract/flow/assistant-details';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { RunOutcome, RunRequest } from '@tendril/engine/run-request';
import type { Scope } from '../../../platform/db/scope.ts';
import type { RunnableFlow } from '../flows/public.ts';
import { outcomeFailure } from '../predictions/public.ts';

const limitMs = 90_000;

interface InstructionParts {
  findTemplate(name: string): Promise<NodeTemplate | undefined>;
  compile(flow: FlowData): Promise<FlowPlan>;
  runFlow(plan: FlowPlan, request: RunRequest): Promise<RunOutcome>;
  services(flow: RunnableFlow, runId: string, chatId: string): NodeServices;
  variables(scope: Scope): Promise<Readonly<Record<string, string>>>;
}

const requestOf = (task: string) =>
  'Write the instructions of an assistant: the system message that a language model gets before every conversation. ' +
  'Say who the assistant is, what it has to do, in which tone it speaks, what it must not do, and what it does when ' +
  'it does not know something. Write in the language of the task, in plain sentences or short lists, without a ' +
  `heading and without a word about yourself.\n\nTask: ${task}`;

/** Lets a chat model write the instructions of an assistant. */
export function createWriteInstruction(parts: InstructionParts) {
  return async (
    scope: Scope,
    { task, selectedChatModel }: Body<typeof generateInstruction>,
    signal: AbortSignal,
  ): Promise<{ content: string }> => {
    refuseMasks(selectedChatModel);
    const plan = await parts.compile(await askingFlow(parts, selectedChatModel));
    const runId = randomUUID();
    const flow = nowhere(scope);
    const outcome = await parts.runFlow(plan, {
      question: requestOf(task),
      session: { runId, flowId: flow.id, chatId: runId, sessionId: runId, chatMessageId: runId },
      isStreaming: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      services: parts.services(flow, runId, runId),
      variables: await parts.variables(scope),
      emit: () => {},
    });
    if (outcome.status !== 'done') throw outcomeFailure(outcome);
    const content = (outcome.answer?.text ?? '').trim();
    if (content === '') throw new AppError('NODE_FAILED', 'The model returned nothing.');
    return { content };
  };
}

export type WriteInstruction = ReturnType<typeof createWriteInstruction>;

/** The chosen model, asked once with the question as the whole prompt. */
async function askingFlow({ findTemplate }: InstructionParts, part: AssistantPart): Promise<FlowData> {
  const templates = new Map<string, NodeTemplate>();
  for (const name of [part.name, 'promptTemplate', 'llmChain']) {
    const template = await findTemplate(name);
    if (template) templates.set(name, template);
  }
  if (!templates.get(part.name)?.baseClasses.includes('BaseChatModel')) {
    throw refused('selectedChatModel.name', `this installation has no chat model "${part.name}"`);
  }
  const flow = new FlowBuilder((name) => {
    const template = templates.get(name);
    if (!template) throw new AppError('INTERNAL', `The catalogue has no node "${name}".`);
    return template;
  });
  const { FLOWISE_CREDENTIAL_ID: foreign, ...inputs } = part.inputs ?? {};
  const model = flow.add(part.name, { x: 0, y: 0 }, inputs);
  const prompt = flow.add('promptTemplate', { x: 0, y: 400 }, { template: '{question}' });
  const chain = flow.add('llmChain', { x: 400, y: 0 });
  const built = flow.connect(model, chain, 'model').connect(prompt, chain, 'prompt').build();
  const credential = part.credential || (typeof foreign === 'string' ? foreign : '');
  const [node] = built.nodes;
  if (node && credential) node.data.credential = credential;
  return built;
}

/** A stored password belongs to the flow that holds it: here there is none. */
function refuseMasks({ inputs = {} }: AssistantPart): void {
  const masked = Object.entries(inputs).find(([, value]) => value === storedValueMask);
  if (masked) throw refused(`selectedChatModel.inputs.${masked[0]}`, 'enter this value again');
}

function refused(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}

/** The flow id of a run that belongs to no flow. */
function nowhere({ workspaceId }: Scope): RunnableFlow {
  return {
    id: 'no-flow',
    workspaceId,
    name: '',
    type: 'ASSISTANT',
    isPublic: false,
    apikeyid: null,
    chatbotConfig: {},
    apiConfig: {},
    analytic: {},
    speechToText: {},
    textToSpeech: {},
    followUpPrompts: {},
    mcpServerConfig: {},
    draftVersionId: '',
    liveVersionId: '',
  };
}
