import type { TranscriptLine } from '@tendril/contract/api/calls';
import type { CallEvent, WordAgo } from '@tendril/contract/call-event';
import { wordsAt } from '@tendril/contract/voice/word-places';

type Spoken = CallEvent & { offsetMs: number };

/** What was pressed stands behind it. */
const keysMark = '[DTMF] ';

/** About how long a word takes to say: how much of an answer was spoken is only known at its end. */
const wordMs = 350;

/** The transcript of a call, built from its events. */
export class CallTranscript {
  readonly lines: TranscriptLine[] = [];
  readonly #arguments = new Map<string, string>();
  /** When the agent's answer started to sound, and last stopped. */
  #sound: { startMs: number; endMs?: number } | undefined;
  /** The current utterance: the caller's as recognized so far, the agent's as generated so far. */
  #interim = '';
  #answer = '';
  readonly #isSpoken: boolean;

  /** `isSpoken`: an answer reaches the caller word by word, not at once. */
  constructor(isSpoken = false) {
    this.#isSpoken = isSpoken;
  }

  /** The lines, and the current utterance at a moment of the call. */
  soFar(offsetMs: number): TranscriptLine[] {
    const interim = this.#interim.trim();
    const answer = this.#answerSoFar(offsetMs);
    return [
      ...this.lines,
      ...(answer === '' ? [] : [{ role: 'agent' as const, content: answer, offsetMs }]),
      ...(interim === '' ? [] : [{ role: 'user' as const, content: interim, offsetMs }]),
    ];
  }

  note(event: Spoken): void {
    const { offsetMs } = event;
    if (event.type === 'tool-start') this.#arguments.set(event.toolId, event.arguments);
    if (event.type === 'agent-speech-start') this.#sound ??= { startMs: offsetMs };
    if (event.type === 'agent-speech-end' && this.#sound) this.#sound.endMs = offsetMs;
    if (event.type === 'transcript-interim') this.#interim = event.text;
    if (event.type === 'agent-delta') this.#answer += event.text;
    if (event.type === 'user-turn' || event.type === 'user-speech-start') this.#interim = '';
    if (event.type === 'turn-start' || event.type === 'agent-turn') this.#answer = '';
    const line = this.#lineOf(event);
    if (line) this.lines.push(line);
    if (event.type === 'agent-turn') this.#sound = undefined;
  }

  #answerSoFar(offsetMs: number): string {
    if (!this.#isSpoken) return this.#answer.trim();
    if (!this.#sound) return '';
    const spokenMs = (this.#sound.endMs ?? offsetMs) - this.#sound.startMs;
    return this.#answer
      .trim()
      .split(/\s+/)
      .slice(0, Math.ceil(spokenMs / wordMs))
      .join(' ');
  }

  /** What one event adds: a sentence of either side, or a function's result. */
  #lineOf(event: Spoken): TranscriptLine | undefined {
    const { offsetMs } = event;
    const place = {
      offsetMs,
      ...('isReplayed' in event && event.isReplayed && { isReplayed: true as const }),
    };
    switch (event.type) {
      case 'user-turn': {
        const { text, agoMs } = event;
        // Keys are noted when they are pressed.
        if (text === this.lines.at(-1)?.content && text.startsWith(keysMark)) return undefined;
        const sound = agoMs && { startMs: Math.max(0, offsetMs - agoMs.from), endMs: offsetMs - agoMs.to };
        return { role: 'user', content: text, ...place, ...sound, ...timed(event) };
      }
      case 'transfer-target-turn': {
        const { text, agoMs } = event;
        const sound = agoMs && { startMs: Math.max(0, offsetMs - agoMs.from), endMs: offsetMs - agoMs.to };
        return { role: 'transfer_target', content: text, ...place, ...sound, ...timed(event) };
      }
      case 'agent-turn': {
        if (event.text === '') return undefined;
        const sound = this.#sound && { startMs: this.#sound.startMs, endMs: this.#sound.endMs ?? offsetMs };
        return { role: 'agent', content: event.text, ...place, ...sound, ...timed(event) };
      }
      case 'tool-end': {
        const { toolId, name, result, isOk } = event;
        const tool = { id: toolId, name, arguments: this.#arguments.get(toolId) ?? '{}', result, isOk };
        return { role: 'tool', content: `${name}: ${result}`, ...place, tool };
      }
      case 'keypad-press':
        return event.from === 'user'
          ? { role: 'user', content: `${keysMark}${event.digits}`, offsetMs }
          : undefined;
      default:
        return undefined;
    }
  }
}

function timed({ offsetMs, words }: { offsetMs: number; words?: readonly WordAgo[] }) {
  return words && words.length > 0 ? { words: wordsAt(offsetMs, words) } : {};
}

/** The transcript built from all events. */
export function toTranscript(events: readonly Spoken[]): TranscriptLine[] {
  const transcript = new CallTranscript();
  for (const event of events) transcript.note(event);
  return transcript.lines;
}
