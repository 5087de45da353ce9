import type { ConversePart, ConverseRequest } from '@tendril/catalogue/voice/converse';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { expect, it } from 'vitest';
import { createSimulator } from './simulator.ts';

async function* speak({ emit }: ConverseRequest): AsyncGenerator<ConversePart> {
  yield { type: 'text', text: 'Two ' };
  yield { type: 'text', text: 'words.' };
  emit({ type: 'step-end', stepId: 's', kind: 'model', name: 'm', ms: 1, costUsd: 0.25 });
}

it('a simulator gives whole answers and adds up what they cost', async () => {
  const simulator = createSimulator({ isDemo: false } as ChatModel, speak);
  const asked = { system: '', messages: [], signal: new AbortController().signal };
  expect([await simulator.ask(asked), await simulator.ask(asked)]).toEqual(['Two words.', 'Two words.']);
  expect([simulator.isDemo, simulator.costUsd]).toEqual([false, 0.5]);
});
