import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { ToolMock, ToolMocks } from '../calls/public.ts';

const unrecorded = 'Nothing was recorded for this, so it was not called.';

/**
 * What functions answer in a replay: what they answered in the recorded call, in that order and again for the same
 * arguments. None of them is called, so a replay books and charges nothing; only ending the call stays real.
 */
export function recordedAnswers(
  events: readonly LoggedCallEvent[],
  { llm }: Pick<VoiceAgentSnapshot, 'llm'>,
): ToolMocks {
  const recorded = answersOf(events);
  const names = llm.functions.flatMap(({ type, name }) => (type === 'end_call' ? [] : [name]));
  return [
    ...recorded.map((mock): ToolMock => ({ ...mock, isOnce: true })),
    ...recorded,
    ...names.map((name): ToolMock => ({ name, result: unrecorded, isOk: false })),
  ].filter(({ name }) => names.includes(name));
}

function answersOf(events: readonly LoggedCallEvent[]): ToolMock[] {
  const begun = new Map<string, string>();
  let values: Record<string, string> = {};
  return events.flatMap((event): ToolMock[] => {
    if (event.type === 'tool-start') {
      begun.set(event.toolId, event.arguments);
      values = {};
    } else if (event.type === 'variables-set') values = { ...values, ...event.values };
    else if (event.type === 'tool-end') {
      const match = argumentsOf(begun.get(event.toolId) ?? '');
      const variables = Object.keys(values).length > 0 ? { variables: values } : {};
      return [{ name: event.name, match, result: event.result, isOk: event.isOk, ...variables }];
    }
    return [];
  });
}

function argumentsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
