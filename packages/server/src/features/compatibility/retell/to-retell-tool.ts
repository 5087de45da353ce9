import type { RetellTool } from '@tendril/contract/api/retell-tools';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';

type FunctionOf<Type extends VoiceFunction['type']> = Extract<VoiceFunction, { type: Type }>;

/** A function in Retell's format; unfinished parts are left out or empty. */
export function toRetellTool(asked: VoiceFunction): RetellTool {
  const { name, description } = asked;
  const common = { name, description };
  switch (asked.type) {
    case 'end_call':
      return { type: asked.type, ...common };
    case 'transfer_call':
      return { type: asked.type, ...common, ...transferOf(asked) };
    case 'check_availability_cal':
    case 'book_appointment_cal':
      return { type: asked.type, ...common, ...calendarOf(asked) };
    case 'press_digit':
      return { type: asked.type, ...common, delay_ms: asked.delayMs };
    case 'custom':
      return { type: asked.type, ...common, ...requestOf(asked) };
  }
}

function transferOf(asked: FunctionOf<'transfer_call'>) {
  return {
    transfer_destination:
      asked.target === 'static'
        ? { type: 'predefined' as const, number: asked.number }
        : { type: 'inferred' as const, prompt: asked.routingPrompt },
    transfer_option: {
      type: asked.transferType === 'warm' ? ('warm_transfer' as const) : ('cold_transfer' as const),
      show_transferee_as_caller: asked.displayedNumber === 'transferee',
      ...(asked.holdSound && { on_hold_music: asked.holdSound }),
      ...(asked.handoff && { private_handoff_option: handoffOf(asked.handoff) }),
    },
  };
}

function handoffOf({ type, text }: NonNullable<FunctionOf<'transfer_call'>['handoff']>) {
  return type === 'prompt' ? { type, prompt: text } : { type: 'static_message' as const, message: text };
}

function calendarOf({
  calApiKey,
  eventTypeId,
  timezone,
}: FunctionOf<'check_availability_cal' | 'book_appointment_cal'>) {
  return {
    cal_api_key: calApiKey,
    event_type_id: isPlainNumber(eventTypeId) ? Number(eventTypeId) : eventTypeId,
    ...(timezone !== '' && { timezone }),
  };
}

// "007" would come back as "7".
const isPlainNumber = (text: string) => /^[1-9]\d{0,14}$/.test(text);

function requestOf(asked: FunctionOf<'custom'>) {
  const parameters = parametersOf(asked.parameters);
  return {
    url: asked.url,
    method: asked.method,
    headers: asked.headers,
    timeout_ms: asked.timeoutMs,
    ...(parameters && { parameters }),
    args_at_root: asked.argsAtRoot,
    speak_during_execution: asked.speakDuring,
    execution_message_description: asked.speakDuringMessage,
    speak_after_execution: asked.speakAfter,
    response_variables: asked.responseVariables,
  };
}

/** The schema as it was typed, once it parses. */
function parametersOf(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = parseShallowJson(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
