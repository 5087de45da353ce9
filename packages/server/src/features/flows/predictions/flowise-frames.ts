import type { AgentReasoning, Answer } from '@tendril/contract/provider/answer';
import type { RunEvent } from '@tendril/contract/run-event';
import { UnheardText } from './unheard-text.ts';

/** One frame as Flowise sends it: an empty `message:` line before the data. */
export function frame(event: string, data: unknown): string {
  return `message:\ndata:{"event":"${event}","data":${JSON.stringify(data)}}\n\n`;
}

/**
 * Turns the events of one run into Flowise's frames. `start` comes once, with the first token or the first reasoning;
 * lists that a node has already sent are not repeated at the end.
 */
export class FlowiseFrames {
  #isStarted = false;
  #reasoning: readonly AgentReasoning[] = [];
  readonly #emitted = new Set<string>();
  readonly #text = new UnheardText();

  /** The frames of an event, empty for those that Flowise does not know. */
  of(event: RunEvent): string {
    const text = this.#text.of(event);
    switch (event.type) {
      case 'text-delta':
        return text === '' && event.text !== '' ? '' : this.#start(text) + frame('token', text);
      case 'source-documents':
        return this.#emit('sourceDocuments', event.documents);
      case 'used-tools':
        return this.#emit('usedTools', event.tools);
      case 'agent-reasoning':
        return this.#reason(event.at, event.reasoning);
      case 'node-wait':
        return frame('action', event.action);
      case 'next-agent':
        return frame('nextAgent', event.name);
      case 'source-check':
        return frame('sourceCheck', event.check);
      default:
        return '';
    }
  }

  /** Flows without steps say nothing of their end. */
  ended(): string {
    return '';
  }

  /** What the answer holds and no event has carried: the whole text of a flow that did not stream, lists of a chain. */
  rest(answer: Answer, text: string): string {
    const lists = (['sourceDocuments', 'usedTools', 'agentReasoning'] as const).map((key) => {
      const list = answer[key];
      return list && list.length > 0 && !this.#emitted.has(key) ? this.#emit(key, list) : '';
    });
    const unheard = this.#text.rest(text);
    const tokens = unheard === '' ? '' : this.#start(unheard) + frame('token', unheard);
    return tokens + lists.join('');
  }

  /** Flowise's clients get the whole list each time. */
  #reason(at: number, added: readonly AgentReasoning[]): string {
    this.#reasoning = [...this.#reasoning.slice(0, at), ...added];
    return this.#start(this.#reasoning) + this.#emit('agentReasoning', this.#reasoning);
  }

  #start(data: unknown): string {
    if (this.#isStarted) return '';
    this.#isStarted = true;
    return frame('start', data);
  }

  #emit(name: string, list: readonly unknown[]): string {
    this.#emitted.add(name);
    return frame(name, list);
  }
}

export const endFrame = frame('end', '[DONE]');
export const abortFrame = frame('abort', '[DONE]');
