import type { RunEvent } from '@tendril/contract/run-event';

interface Said {
  /** What a client has of the text of one node. */
  heard: string;
  /** What the node has said since its run went on; undefined before. */
  again: string | undefined;
}

/**
 * The text of a run for clients that cannot take a word back. When the run goes on in another process, the node that was
 * interrupted says its text again: of that they get what they have not heard.
 */
export class UnheardText {
  readonly #said = new Map<string, Said>();
  #hasResumed = false;
  #last: Said | undefined;

  /** The text that is new for the client; empty for events without. */
  of(event: RunEvent): string {
    if (event.type === 'run-resume') {
      this.#hasResumed = true;
      for (const said of this.#said.values()) said.again = '';
    }
    if (event.type !== 'text-delta') return '';
    const said = this.#saidBy(`${event.frame ?? ''} ${event.callerId}`);
    this.#last = said;
    if (said.again === undefined) {
      said.heard += event.text;
      return event.text;
    }
    return continueWith(said, event.text);
  }

  /** What is missing of the answer, once the run has ended: of a run that went on elsewhere, only that may have come. */
  rest(answer: string): string {
    const heard = this.#last?.heard;
    if (heard === undefined) return answer;
    if (!this.#hasResumed || heard.endsWith(answer)) return '';
    return answer.startsWith(heard) ? answer.slice(heard.length) : `\n\n${answer}`;
  }

  #saidBy(speaker: string): Said {
    const said = this.#said.get(speaker) ?? { heard: '', again: undefined };
    this.#said.set(speaker, said);
    return said;
  }
}

function continueWith(said: Said, piece: string): string {
  const { heard } = said;
  const again = (said.again ?? '') + piece;
  said.again = again;
  if (heard.startsWith(again)) return '';
  // It may have chosen other words this time: then all of them follow, in a paragraph of their own.
  const fresh = again.startsWith(heard) ? again.slice(heard.length) : `\n\n${again}`;
  said.heard = again;
  said.again = undefined;
  return fresh;
}
