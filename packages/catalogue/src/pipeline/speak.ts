import { randomUUID } from 'node:crypto';
import type { ChosenTab } from '@tendril/contract/node/param';
import type { AskedCall, RunContext } from '@tendril/contract/node/run-context';
import type { Answer, UsedTool } from '@tendril/contract/provider/answer';
import type { PipelineMessage, PipelineState } from '@tendril/contract/provider/pipeline';
import { advance } from './pipeline-run.ts';
import { stateUpdates } from './update-state.ts';

export interface Speaker {
  /** The user's name for it. */
  label: string;
  /** Name of the kind of node. */
  nodeName: string;
  updateStateMemory: ChosenTab | undefined;
}

/** A step's message. */
export interface Said extends Answer {
  text: string;
  /** It has been streamed to the caller already. */
  isStreamed?: boolean;
  /** Tools that it wants called before it can go on. */
  toolCalls?: AskedCall[];
}

/** An agent's name as messages carry it: lower case, words joined by underscores. */
export function speakerName(label: string): string {
  return label.trim().toLowerCase().replace(/\s+/g, '_');
}

/**
 * Messages added to the pipeline by one step, with its state updated and the caller notified. `output` becomes
 * `$flow.output`.
 */
async function add(
  speaker: Speaker,
  state: PipelineState,
  messages: readonly [PipelineMessage, ...PipelineMessage[]],
  content: { texts: string[]; usedTools?: UsedTool[]; sourceDocuments?: Answer['sourceDocuments'] },
  output: unknown,
  context: RunContext,
): Promise<PipelineState> {
  const { usedTools, sourceDocuments } = content;
  const next = advance(state, {
    messages,
    updates: await stateUpdates(speaker.updateStateMemory, state, output, context),
    reasoning: {
      agentName: speaker.label,
      messages: content.texts,
      nodeName: speaker.nodeName,
      nodeId: context.nodeId,
      ...(usedTools && usedTools.length > 0 && { usedTools }),
      ...(sourceDocuments && sourceDocuments.length > 0 && { sourceDocuments }),
    },
  });
  const at = state.reasoning.length;
  context.emit({ type: 'agent-reasoning', at, reasoning: next.reasoning.slice(at) });
  return next;
}

/** Adds a node's message to the pipeline. */
export function speak(
  speaker: Speaker,
  state: PipelineState,
  said: Said,
  output: unknown,
  context: RunContext,
): Promise<PipelineState> {
  const { text, usedTools, sourceDocuments, isStreamed, toolCalls } = said;
  const message: PipelineMessage = {
    id: randomUUID(),
    role: 'assistant',
    content: text,
    nodeId: context.nodeId,
    name: speakerName(speaker.label),
    ...(toolCalls && { toolCalls }),
    ...(isStreamed && { isStreamed }),
  };
  const wanted = toolCalls?.map((call) => call.name).join(', ');
  const texts = text || !wanted ? [text] : [`Calls ${wanted}`];
  const content = { texts, ...(usedTools && { usedTools }), ...(sourceDocuments && { sourceDocuments }) };
  return add(speaker, state, [message], content, output, context);
}

/** A tool's result, as text for a model. */
export interface CallResult {
  call: AskedCall;
  text: string;
  /** Absent for a refused call. */
  used?: UsedTool;
}

/** Adds tool results to the pipeline: one message for each call. */
export function emitResults(
  speaker: Speaker,
  state: PipelineState,
  results: readonly [CallResult, ...CallResult[]],
  context: RunContext,
): Promise<PipelineState> {
  const toMessage = ({ call, text }: CallResult): PipelineMessage => ({
    id: randomUUID(),
    role: 'tool',
    content: text,
    nodeId: context.nodeId,
    name: call.name,
    toolCallId: call.id,
  });
  const [first, ...others] = results;
  const usedTools = results.flatMap(({ used }) => used ?? []);
  const sourceDocuments = usedTools.flatMap((used) => used.sourceDocuments ?? []);
  const messages: [PipelineMessage, ...PipelineMessage[]] = [toMessage(first), ...others.map(toMessage)];
  const content = { texts: results.map(({ text }) => text), usedTools, sourceDocuments };
  const output = results.map(
    ({ call, text, used }) => used ?? { tool: call.name, toolInput: call.args, toolOutput: text },
  );
  return add(speaker, state, messages, content, output, context);
}
