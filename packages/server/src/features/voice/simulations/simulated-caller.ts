import type { SimulationFields } from '@tendril/contract/api/simulations';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { AskedWords, Simulator } from './simulator.ts';

/** Says what the caller says next; undefined when there is nothing left to say. */
type NextLine = (emitted: readonly LoggedCallEvent[], signal: AbortSignal) => Promise<string | undefined>;

type Line = AskedWords['messages'][number];

const endMark = '[hang up]';

const callerRules = `You play a person who is on the phone with a company's agent. You are the caller, never the agent.
Stay the person below. Say one or two short spoken sentences at a time, nothing else: no stage directions, no lists.
When the person would hang up, answer with ${endMark} alone.`;

/** The caller of a test case: its lines one by one, or a model that plays a person. */
export function simulatedCaller(caller: SimulationFields['caller'], person: Simulator | undefined): NextLine {
  if (caller.type === 'script') {
    const lines = caller.lines.filter((line) => line.trim() !== '');
    let at = 0;
    return async () => lines[at++];
  }
  return async (emitted, signal) => {
    if (!person) return undefined;
    const words = await person.ask({
      system: `${callerRules}\n\nThe person:\n${caller.prompt}`,
      messages: conversationFor(emitted),
      signal,
    });
    const line = words.replace(endMark, '').trim();
    return words.includes(endMark) || line === '' ? undefined : line;
  };
}

/** From the caller's view: the agent's words are the user messages. */
function conversationFor(emitted: readonly LoggedCallEvent[]): Line[] {
  const messages = emitted.flatMap((event): Line[] => {
    if (event.type === 'agent-turn' && event.text !== '') return [{ role: 'user', text: event.text }];
    return event.type === 'user-turn' ? [{ role: 'assistant', text: event.text }] : [];
  });
  return messages[0]?.role === 'user'
    ? messages
    : [{ role: 'user', text: '(The line is open.)' }, ...messages];
}
