import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { Utterance } from './call-events.ts';

/** How many turns an update has. */
const mostTurns = 10;

/** The conversation as a page follows it. */
export class CallTranscript {
  #turns: Utterance[] = [];
  #heard = '';
  #answer = '';

  /** Takes an event; returns whether the transcript is another one since. */
  take(event: LoggedCallEvent): boolean {
    switch (event.type) {
      case 'transcript-interim':
        this.#heard = event.text;
        return true;
      case 'user-turn':
        this.#heard = '';
        this.#add({ role: 'user', content: event.text });
        return true;
      case 'agent-delta':
        this.#answer += event.text;
        return true;
      case 'agent-turn':
        this.#answer = '';
        this.#add({ role: 'agent', content: event.text });
        return true;
      default:
        return false;
    }
  }

  get turns(): Utterance[] {
    const now: Utterance[] = [
      ...(this.#heard.trim() ? [{ role: 'user' as const, content: this.#heard }] : []),
      ...(this.#answer.trim() ? [{ role: 'agent' as const, content: this.#answer }] : []),
    ];
    return [...this.#turns, ...now].slice(-mostTurns);
  }

  #add(turn: Utterance): void {
    if (turn.content.trim()) this.#turns = [...this.#turns, turn].slice(-mostTurns);
  }
}
