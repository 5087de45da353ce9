import { randomUUID } from 'node:crypto';
import type { CompletionChunk } from '@tendril/contract/api/open-ai';
import type { RunEvent } from '@tendril/contract/run-event';
import type { RunOutcome } from '@tendril/engine/run-request';
import { UnheardText } from '../../flows/predictions/public.ts';

/** What every chunk of one answer repeats. */
interface CompletionHead {
  id: string;
  created: number;
  model: string;
}

export function newCompletion(model: string): CompletionHead {
  return {
    id: `chatcmpl-${randomUUID().replaceAll('-', '')}`,
    created: Math.floor(Date.now() / 1000),
    model,
  };
}

export function usageOf({ usage }: Pick<RunOutcome, 'usage'>) {
  const { inputTokens, outputTokens } = usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

/** Turns the events of one run into the frames of a streamed completion. */
export class CompletionFrames {
  readonly #head: CompletionHead;
  readonly #hasUsage: boolean;
  #isStarted = false;
  readonly #text = new UnheardText();

  constructor(head: CompletionHead, hasUsage: boolean) {
    this.#head = head;
    this.#hasUsage = hasUsage;
  }

  /** The chunk for a piece of the answer; empty for events that OpenAI's clients do not know. */
  of(event: RunEvent): string {
    const content = this.#text.of(event);
    return content ? this.#start() + this.#chunk({ content }) : '';
  }

  /** The whole answer where nothing of it was streamed, then the end. */
  end(text: string, outcome: Pick<RunOutcome, 'usage'>): string {
    const content = this.#text.rest(text);
    const rest = this.#start() + (content ? this.#chunk({ content }) : '');
    const usage = this.#hasUsage ? this.#frame({ choices: [], usage: usageOf(outcome) }) : '';
    return `${rest}${this.#chunk({}, 'stop')}${usage}data: [DONE]\n\n`;
  }

  #start(): string {
    if (this.#isStarted) return '';
    this.#isStarted = true;
    return this.#chunk({ role: 'assistant', content: '' });
  }

  #chunk(delta: CompletionChunk['choices'][number]['delta'], finish_reason: 'stop' | null = null): string {
    return this.#frame({
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
      ...(this.#hasUsage && { usage: null }),
    });
  }

  #frame(rest: Pick<CompletionChunk, 'choices' | 'usage'>): string {
    const chunk = { ...this.#head, object: 'chat.completion.chunk', ...rest };
    return `data: ${JSON.stringify(chunk)}\n\n`;
  }
}
