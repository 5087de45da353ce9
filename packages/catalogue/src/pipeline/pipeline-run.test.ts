import type { ChatModel } from '@tendril/contract/provider/chat-model';
import {
  type PipelineMessage,
  type PipelineState,
  pipelineAnswer,
} from '@tendril/contract/provider/pipeline';
import { describe, expect, it } from 'vitest';
import { advance, joinStates, startState } from './pipeline-run.ts';

const model = { nodeId: 'model' } as ChatModel;
const message = (id: string): PipelineMessage => ({ id, role: 'assistant', content: `said ${id}` });
const used = { tool: 'calculator', toolInput: '1', toolOutput: '1' };

function step(state: PipelineState, id: string): PipelineState {
  const reasoning = { agentName: 'A', nodeName: 'a', nodeId: 'a', messages: ['the same'], usedTools: [used] };
  return advance(state, { messages: [message(id)], updates: {}, reasoning });
}

/** As a waiting run keeps it and gets it back: the same in new objects. */
const stored = ({ model: kept, ...state }: PipelineState) =>
  ({ ...JSON.parse(JSON.stringify(state)), model: kept }) as PipelineState;

describe('branches that meet', () => {
  const start = step(startState(model, [message('q')], undefined), 'common');

  it('have what came before them once, also when one of them waited for a person meanwhile', () => {
    const joined = joinStates([step(stored(start), 'left'), step(start, 'right')]);
    expect(joined.messages.map(({ id }) => id)).toEqual(['q', 'common', 'left', 'right']);
    expect(joined.reasoning).toHaveLength(3);
    expect(pipelineAnswer(joined).usedTools).toHaveLength(3);
    expect(joinStates([stored(joined), stored(step(joined, 'on'))]).reasoning).toHaveLength(4);
  });

  it('keep steps apart that said the same', () => {
    const twice = step(step(start, 'one'), 'two');
    expect(joinStates([twice, stored(twice)]).reasoning).toHaveLength(3);
  });

  it('were stored before their reasoning had names: what is the same counts once', () => {
    const { reasoningIds: _, ...old } = stored(step(start, 'left')) as PipelineState & {
      reasoningIds: unknown;
    };
    expect(joinStates([old, stored(old)]).reasoning).toHaveLength(2);
  });
});
