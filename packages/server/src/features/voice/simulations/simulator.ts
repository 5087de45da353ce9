import type { converse } from '@tendril/catalogue/voice/converse';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { NodeEvent } from '@tendril/contract/run-event';

export interface AskedWords {
  system: string;
  messages: readonly { role: 'user' | 'assistant'; text: string }[];
  signal: AbortSignal;
}

/** A model that plays a caller or judges a conversation, with the cost so far. */
export interface Simulator {
  readonly isDemo: boolean;
  /** US dollars of all its answers. */
  readonly costUsd: number;
  /** One answer as text. Throws the `AppError`s of a model. */
  ask(asked: AskedWords): Promise<string>;
}

/** Makes a simulator of a model. */
export function createSimulator(model: ChatModel, speak: typeof converse): Simulator {
  let costUsd = 0;
  const emit = (event: NodeEvent) => {
    if (event.type === 'step-end') costUsd += event.costUsd ?? 0;
  };
  return {
    isDemo: model.isDemo,
    get costUsd() {
      return costUsd;
    },
    async ask({ system, messages, signal }) {
      let words = '';
      const asked = [{ role: 'system' as const, text: system }, ...messages];
      for await (const part of speak({ model, messages: asked, tools: [], emit, signal }))
        if (part.type === 'text') words += part.text;
      return words;
    },
  };
}
