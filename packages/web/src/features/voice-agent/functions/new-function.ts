import type { VoiceFunction, VoiceFunctionType } from '@tendril/contract/voice/voice-function';
import { customFunctionTimeoutMs, pressDigitPauseMs } from '@tendril/contract/voice/voice-timing';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { say } from '../../../kit/texts/texts.ts';

const firstNames: Readonly<Record<VoiceFunctionType, string>> = {
  end_call: 'end_call',
  transfer_call: 'transfer_call',
  check_availability_cal: 'check_availability',
  book_appointment_cal: 'book_appointment',
  press_digit: 'press_digit',
  custom: 'custom_function',
};

const emptySchema = JSON.stringify({ type: 'object', properties: {} }, null, 2);

/** A valid name that no other function of the agent has. */
export function freeName(type: VoiceFunctionType, taken: readonly string[]): string {
  const first = firstNames[type];
  let name = first;
  for (let count = 2; taken.includes(name); count += 1) name = `${first}_${count}`;
  return name;
}

function mintId(): string {
  return `fn_${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`;
}

/** A function of a kind as its form begins: named, with its defaults. */
export function newFunction(type: VoiceFunctionType, taken: readonly string[]): VoiceFunction {
  const common = {
    id: mintId(),
    name: freeName(type, taken),
    description: type === 'custom' ? '' : say(voiceFunctionTexts, `about_${type}`),
  };
  const calendar = {
    calApiKey: '',
    eventTypeId: '',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
  };
  switch (type) {
    case 'end_call':
      return { ...common, type };
    case 'transfer_call':
      return {
        ...common,
        type,
        target: 'static',
        number: '',
        routingPrompt: '',
        transferType: 'cold',
        displayedNumber: 'agent',
      };
    case 'check_availability_cal':
      return { ...common, ...calendar, type };
    case 'book_appointment_cal':
      return { ...common, ...calendar, type };
    case 'press_digit':
      return { ...common, type, delayMs: pressDigitPauseMs };
    case 'custom':
      return {
        ...common,
        type,
        url: '',
        method: 'POST',
        headers: {},
        timeoutMs: customFunctionTimeoutMs,
        parameters: emptySchema,
        argsAtRoot: false,
        speakDuring: false,
        speakDuringMessage: '',
        speakAfter: true,
        responseVariables: {},
      };
  }
}
