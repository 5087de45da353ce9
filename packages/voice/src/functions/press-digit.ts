import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import type { CallFunction } from '../call-function.ts';
import { describeFunction } from './describe-function.ts';
import type { FunctionMeans } from './function-means.ts';

/** Maximum number of keys at once. */
const mostDigits = 32;

/** Presses telephone keys, as the menu of another line requires; the delay lets that menu finish speaking. */
export function pressDigit(
  asked: Extract<VoiceFunction, { type: 'press_digit' }>,
  means: FunctionMeans,
): CallFunction {
  const usual = 'Presses keys of the telephone, to go through the menu of an automatic line.';
  return {
    name: asked.name,
    description: describeFunction(asked.description, usual, means),
    parameters: {
      type: 'object',
      properties: {
        digits: { type: 'string', description: 'The keys: 0 to 9, * and #.', maxLength: mostDigits },
      },
      required: ['digits'],
    },
    speaksAfter: false,
    run: async ({ digits }) => {
      const keys = String(digits).replaceAll(/[\s,-]/g, '');
      if (!/^[0-9*#w]+$/i.test(keys) || keys.length > mostDigits)
        return {
          isOk: false,
          result: `Only up to ${mostDigits} of the keys 0 to 9, * and # can be pressed.`,
        };
      const action = { type: 'press' as const, digits: keys, delayMs: asked.delayMs };
      return { isOk: true, result: `Pressed ${keys}.`, action };
    },
  };
}
