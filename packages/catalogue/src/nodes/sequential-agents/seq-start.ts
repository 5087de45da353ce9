import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { PipelineMessage } from '@tendril/contract/provider/pipeline';
import { startState } from '../../pipeline/pipeline-run.ts';

const toMessage = (turn: ChatTurn): PipelineMessage => ({ id: randomUUID(), ...turn });

/** Where a pipeline begins. */
export const seqStart = defineNode({
  name: 'seqStart',
  label: 'Start',
  version: 2,
  category: 'Sequential Agents',
  description: 'Where a pipeline begins, with the model its steps use unless they have their own.',
  icon: 'play',
  role: 'pipeline',
  step: { isStart: true },
  inputs: {
    model: anchor('BaseChatModel', {
      label: 'Chat Model',
      description: 'Used by every step without a model of its own.',
    }),
    agentMemory: anchor('BaseCheckpointSaver', {
      label: 'Agent Memory',
      description: 'Remembers the conversation; without it every question is the first.',
      optional: true,
    }),
    state: anchor('State', { label: 'State', description: 'Keys that the steps share.', optional: true }),
    inputModeration: anchor('Moderation', {
      label: 'Input Moderation',
      description: 'Looks at the question first; a refused question stops the pipeline.',
      optional: true,
      list: true,
    }),
  },
  outputs: { seqStart: output(['Start'], { label: 'Start' }) },

  async run({ model, agentMemory, state, inputModeration }, context) {
    for (const moderation of inputModeration) {
      const refusal = await moderation.check(context.question, context);
      if (refusal !== undefined) throw new AppError('NODE_FAILED', refusal);
    }
    const earlier = agentMemory ? await agentMemory.load(context) : context.history;
    const messages = [...earlier, { role: 'user' as const, content: context.question }];
    return { seqStart: startState(model, messages.map(toMessage), state) };
  },
});
