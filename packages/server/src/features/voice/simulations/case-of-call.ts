import type { Call } from '@tendril/contract/api/calls';
import type { SimulationCheck, SimulationFields } from '@tendril/contract/api/simulations';
import { AppError } from '@tendril/contract/app-error';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { withoutConversation } from '@tendril/contract/voice/without-conversation';

const mostLines = 50;
const mostWords = 2000;
const mostChecks = 50;
const mostChecked = 1000;
const mostMocks = 50;
const mostResult = 20_000;

interface CallPart {
  call: Pick<Call, 'agentName' | 'variables'>;
  events: readonly LoggedCallEvent[];
  /** `seq` of the event that the case goes up to, with the answer to it. */
  upTo: number | undefined;
}

/**
 * A test case of a call: its caller says the same, functions answer the same, and the agent has to do what it did.
 * Throws INVALID_INPUT when the caller has said nothing by then.
 */
export function caseOfCall({ call, events: all, upTo }: CallPart): SimulationFields {
  const events = withoutConversation(all);
  const part = upTo === undefined ? events : upToAnswer(events, upTo);
  const lines = part
    .flatMap((event) =>
      event.type === 'user-turn' && event.text !== '' ? [event.text.slice(0, mostWords)] : [],
    )
    .slice(-mostLines);
  if (lines.length === 0) {
    const message = 'the caller has said nothing that is stored up to there';
    throw new AppError('INVALID_INPUT', `upTo: ${message}.`, { details: [{ path: 'upTo', message }] });
  }
  const checks = checksOf(part).slice(0, mostChecks);
  return {
    name: `${call.agentName}: ${lines.at(-1)}`.slice(0, 120),
    caller: { type: 'script', lines },
    variables: call.variables,
    toolMocks: mocksOf(part),
    checks,
    maxTurns: Math.min(100, lines.length + 2),
  };
}

/** Everything until the caller speaks again after that event. */
function upToAnswer(events: readonly LoggedCallEvent[], upTo: number): readonly LoggedCallEvent[] {
  const end = events.find((event) => event.type === 'user-turn' && event.seq > upTo);
  return end ? events.filter(({ seq }) => seq < end.seq) : events;
}

/** What was called, once each; and the last words of the agent. */
function checksOf(events: readonly LoggedCallEvent[]): SimulationCheck[] {
  const called = new Map<string, SimulationCheck>();
  for (const event of events)
    if (event.type === 'tool-start')
      called.set(`${event.name} ${event.arguments}`, {
        ...{ type: 'calls', name: event.name.slice(0, 64) },
        arguments: argumentsOf(event.arguments),
      });
  const said = events.findLast((event) => event.type === 'agent-turn' && event.text.trim() !== '');
  const last = said?.type === 'agent-turn' ? said.text.trim().slice(0, mostChecked) : '';
  return [...called.values(), ...(last === '' ? [] : [{ type: 'says' as const, text: last }])];
}

function mocksOf(events: readonly LoggedCallEvent[]): SimulationFields['toolMocks'] {
  const begun = new Map<string, string>();
  return events
    .flatMap((event) => {
      if (event.type === 'tool-start') begun.set(event.toolId, event.arguments);
      if (event.type !== 'tool-end' || event.result.length > mostResult) return [];
      const match = argumentsOf(begun.get(event.toolId) ?? '');
      return [{ name: event.name.slice(0, 64), match, result: event.result }];
    })
    .slice(0, mostMocks);
}

function argumentsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
