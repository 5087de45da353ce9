import { stockSentences } from '@tendril/contract/voice/stock-sentences.data';
import { withDeadline } from '../call-clock.ts';
import { builtInPlaces } from './built-in-places.ts';
import type { CallWork } from './call-work.ts';

/** How the person who is called for a warm transfer learns what it is about. */
export interface HandoffRequest {
  /** The words themselves; absent: the agent's model sums the call up. */
  message?: string;
  /** What it is to tell. */
  prompt?: string;
}

/** Somebody is waiting: a summary that takes longer is left out. */
const summaryMs = 8000;
const mostLetters = 1500;

/** The words to somebody who is to take a call over; never fails. */
export async function handoffWords(
  { message = '', prompt = '' }: HandoffRequest,
  work: CallWork,
  turn: number,
): Promise<string> {
  const usual = stockSentences(work.parts.config.language).connecting;
  if (message.trim() !== '') return message.trim();
  const own = new AbortController();
  try {
    const late = () => new Error('The summary takes too long.');
    const words = await withDeadline(work.clock, summaryMs, sumUp(prompt, work, turn, own.signal), late);
    return words.trim().slice(0, mostLetters) || usual;
  } catch {
    return usual;
  } finally {
    own.abort();
  }
}

async function sumUp(prompt: string, work: CallWork, turn: number, own: AbortSignal): Promise<string> {
  const parts = work.parts.responder.reply({
    turn,
    cause: 'handoff',
    turns: work.turns(),
    guidance: [...work.guidance(), ...(prompt.trim() === '' ? [] : [prompt.trim()])],
    variables: work.variables(builtInPlaces),
    callFunction: async () => ({ isOk: false, isLast: true, result: 'No functions now.' }),
    emit: (event) => work.emit(event),
    signal: AbortSignal.any([work.signal, own]),
  });
  let words = '';
  for await (const part of parts) if (part.type === 'text') words += part.text;
  return words;
}
