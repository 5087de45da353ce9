import { type RetellTool, type RetellToolType, retellTools } from '@tendril/contract/api/retell-tools';
import { invalidInput } from '@tendril/contract/app-error';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import { customFunctionTimeoutMs, pressDigitPauseMs } from '@tendril/contract/voice/voice-timing';
import type { Reading } from './reading.ts';

type ToolOf<Type extends RetellToolType> = Extract<RetellTool, { type: Type }>;

/** Tools of Retell as functions. One with a known name keeps its id, and with it the secrets stored under that id. */
export function fromRetellTools(
  tools: readonly { type: string }[],
  path: string,
  { refuse, mint, functions = [] }: Reading,
): VoiceFunction[] {
  return tools.flatMap((raw, index) => {
    const at = `${path}.${index}`;
    if (!isKnown(raw.type)) {
      refuse(`${at}.type`, `tools of the type "${raw.type}" have no place here`);
      return [];
    }
    const parsed = retellTools[raw.type].safeParse(raw);
    if (!parsed.success) throw invalidInput(parsed.error.issues, at);
    const known = functions.find(({ name, type }) => name === parsed.data.name && type === raw.type);
    return [toFunction(parsed.data, known?.id ?? mint())];
  });
}

const isKnown = (type: string): type is RetellToolType => Object.hasOwn(retellTools, type);

function toFunction(tool: RetellTool, id: string): VoiceFunction {
  const common = { id, name: tool.name, description: tool.description ?? '' };
  switch (tool.type) {
    case 'end_call':
      return { ...common, type: tool.type };
    case 'transfer_call':
      return { ...common, type: tool.type, ...transferOf(tool) };
    case 'check_availability_cal':
    case 'book_appointment_cal':
      return {
        ...common,
        type: tool.type,
        calApiKey: tool.cal_api_key,
        eventTypeId: String(tool.event_type_id),
        timezone: tool.timezone ?? '',
      };
    case 'press_digit':
      return { ...common, type: tool.type, delayMs: tool.delay_ms ?? pressDigitPauseMs };
    case 'custom':
      return { ...common, type: tool.type, ...requestOf(tool) };
  }
}

function transferOf({ transfer_destination: destination, transfer_option: option }: ToolOf<'transfer_call'>) {
  const isStatic = destination.type === 'predefined';
  return {
    target: isStatic ? ('static' as const) : ('dynamic' as const),
    number: isStatic ? destination.number : '',
    routingPrompt: isStatic ? '' : destination.prompt,
    transferType: option.type === 'warm_transfer' ? ('warm' as const) : ('cold' as const),
    displayedNumber: option.show_transferee_as_caller ? ('transferee' as const) : ('agent' as const),
    ...(option.on_hold_music && { holdSound: option.on_hold_music }),
    ...(option.private_handoff_option && { handoff: handoffOf(option.private_handoff_option) }),
  };
}

type HandoffOption = NonNullable<ToolOf<'transfer_call'>['transfer_option']['private_handoff_option']>;

function handoffOf(option: HandoffOption) {
  return option.type === 'prompt'
    ? { type: 'prompt' as const, text: option.prompt ?? '' }
    : { type: 'message' as const, text: option.message ?? '' };
}

function requestOf(tool: ToolOf<'custom'>) {
  return {
    url: tool.url,
    method: tool.method ?? ('POST' as const),
    headers: tool.headers ?? {},
    timeoutMs: tool.timeout_ms ?? customFunctionTimeoutMs,
    parameters: tool.parameters ? JSON.stringify(tool.parameters, null, 2) : '',
    argsAtRoot: tool.args_at_root ?? false,
    speakDuring: tool.speak_during_execution ?? false,
    speakDuringMessage: tool.execution_message_description ?? '',
    speakAfter: tool.speak_after_execution ?? true,
    responseVariables: tool.response_variables ?? {},
  };
}
