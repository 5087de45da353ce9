import { randomUUID } from 'node:crypto';
import type { PipelineState } from '@tendril/contract/provider/pipeline';
import { advance } from './pipeline-run.ts';
import { speakerName } from './speak.ts';

interface Shown {
  text?: unknown;
  state?: unknown;
}

/** The state after a step with a pinned output: the same message and the same state updates. */
export function replayedStep(
  step: { label: string; nodeName: string; nodeId: string },
  before: PipelineState,
  pinned: unknown,
): PipelineState {
  const shown: Shown = typeof pinned === 'object' && pinned !== null ? pinned : { text: pinned };
  const text = typeof shown.text === 'string' ? shown.text : JSON.stringify(shown.text ?? '');
  const values = typeof shown.state === 'object' && shown.state !== null ? shown.state : {};
  const changed = Object.entries(values).filter(
    ([key, value]) =>
      before.operations[key] !== 'Append' && JSON.stringify(value) !== JSON.stringify(before.values[key]),
  );
  const { label, nodeName, nodeId } = step;
  const name = speakerName(label);
  return advance(before, {
    messages: [{ id: randomUUID(), role: 'assistant', content: text, nodeId, name }],
    updates: Object.fromEntries(changed),
    reasoning: { agentName: label, messages: [text], nodeName, nodeId },
  });
}
