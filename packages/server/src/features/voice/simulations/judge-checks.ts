import type { SimulationCheck, SimulationResult } from '@tendril/contract/api/simulations';
import type { DisconnectionReason, LoggedCallEvent } from '@tendril/contract/call-event';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { TalkFigures } from '@tendril/voice/simulated/talk-figures';
import { isSoundCheck, judgeSound } from './judge-sound.ts';

type Verdict = SimulationResult['checks'][number];

/** The facts of a simulated call. */
export interface CallFacts {
  /** The agent's answers, in order. */
  answers: readonly string[];
  calls: readonly { name: string; arguments: Record<string, unknown> }[];
  reason: DisconnectionReason | null;
  /** Of a spoken call. */
  sound?: TalkFigures;
}

/** Collects from the events of a call the facts that checks need. */
export function factsOf(events: readonly LoggedCallEvent[]): CallFacts {
  return {
    answers: events.flatMap((event) =>
      event.type === 'agent-turn' && event.text !== '' ? [event.text] : [],
    ),
    calls: events.flatMap((event) =>
      event.type === 'tool-start' ? [{ name: event.name, arguments: readArguments(event.arguments) }] : [],
    ),
    reason: events.reduce<DisconnectionReason | null>(
      (reason, event) => (event.type === 'call-end' ? event.reason : reason),
      null,
    ),
  };
}

/**
 * Judges what facts alone decide; undefined for a pattern, which the sandbox evaluates, a sentence, which a model
 * judges, and extracted fields.
 */
export function judgeCheck(check: SimulationCheck, facts: CallFacts): Verdict | undefined {
  if (isSoundCheck(check)) return judgeSound(check, facts.sound);
  switch (check.type) {
    case 'says':
      return judgeSays(check.text, facts, true);
    case 'never-says':
      return judgeSays(check.text, facts, false);
    case 'calls':
      return judgeCalls(check, facts);
    case 'never-calls': {
      const isOk = !facts.calls.some(({ name }) => name === check.name);
      return { isOk, explanation: isOk ? `${check.name} was not called.` : `${check.name} was called.` };
    }
    case 'ends-with': {
      const isOk = facts.reason === check.reason;
      return { isOk, explanation: `The call ended with ${facts.reason ?? 'nothing'}.` };
    }
    case 'max-turns': {
      const count = facts.answers.length;
      return { isOk: count <= check.turns, explanation: `The agent answered ${count} times.` };
    }
    case 'matches':
    case 'extracts':
    case 'judge':
      return undefined;
  }
}

function judgeSays(text: string, { answers }: CallFacts, isWanted: boolean): Verdict {
  const at = answers.findIndex((answer) => plain(answer).includes(plain(text)));
  const explanation = at < 0 ? `No answer says “${text}”.` : `Answer ${at + 1} says “${text}”.`;
  return { isOk: at >= 0 === isWanted, explanation };
}

// Spoken text differs in case and spaces, which checks ignore.
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

function judgeCalls(check: Extract<SimulationCheck, { type: 'calls' }>, { calls }: CallFacts): Verdict {
  const named = calls.filter(({ name }) => name === check.name);
  if (named.length === 0) return { isOk: false, explanation: `${check.name} was not called.` };
  const wanted = Object.entries(check.arguments);
  const isOk = named.some((call) => wanted.every(([key, value]) => isSame(call.arguments[key], value)));
  const last = JSON.stringify(named.at(-1)?.arguments);
  return { isOk, explanation: isOk ? `${check.name} was called.` : `${check.name} was called with ${last}.` };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function readArguments(text: string): Record<string, unknown> {
  try {
    const value: unknown = parseShallowJson(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
