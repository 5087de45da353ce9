import { randomUUID } from 'node:crypto';
import type { ChosenTab } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { PipelineState } from '@tendril/contract/provider/pipeline';
import { advance } from './pipeline-run.ts';
import { stateUpdates } from './update-state.ts';

export interface Speaker {
  /** As the user named it. */
  label: string;
  /** Name of the kind of node. */
  nodeName: string;
  updateStateMemory: ChosenTab | undefined;
}

/** An agent's name as messages carry it: lower case, words joined by underscores. */
export function speakerName(label: string): string {
  return label.trim().toLowerCase().replace(/\s+/g, '_');
}

/** Adds what a node said to the pipeline, updates the state, and tells the caller. `output` is what `$flow.output` means. */
export async function speak(
  speaker: Speaker,
  state: PipelineState,
  said: Answer & { text: string },
  output: unknown,
  context: RunContext,
): Promise<PipelineState> {
  const { nodeId } = context;
  const { text, usedTools, sourceDocuments } = said;
  const next = advance(state, {
    message: { id: randomUUID(), role: 'assistant', content: text, nodeId, name: speakerName(speaker.label) },
    updates: await stateUpdates(speaker.updateStateMemory, state, output, context),
    reasoning: {
      agentName: speaker.label,
      messages: [text],
      nodeName: speaker.nodeName,
      nodeId,
      ...(usedTools && { usedTools }),
      ...(sourceDocuments && { sourceDocuments }),
    },
  });
  context.emit({ type: 'agent-reasoning', reasoning: [...next.reasoning] });
  return next;
}
