import { functionProblems } from '@tendril/contract/voice/function-problems';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import type { CallFunction } from '../call-function.ts';
import { bookCalendar } from './book-calendar.ts';
import { checkCalendar } from './check-calendar.ts';
import { customFunction } from './custom-function.ts';
import { endCall } from './end-call.ts';
import type { FunctionMeans } from './function-means.ts';
import { pressDigit } from './press-digit.ts';
import { transferCall } from './transfer-call.ts';

/** An agent's functions as a call offers them to its model; those with problems are drafts and left out. */
export function buildFunctions(functions: readonly VoiceFunction[], means: FunctionMeans): CallFunction[] {
  const isWhole = (one: VoiceFunction) => {
    const others = functions.filter((other) => other !== one).map(({ name }) => name);
    return functionProblems(one, others).length === 0;
  };
  return functions.filter(isWhole).map((one) => buildFunction(one, means));
}

/** One function, complete or not: a form tests it before it is complete. */
export function buildFunction(asked: VoiceFunction, means: FunctionMeans): CallFunction {
  switch (asked.type) {
    case 'end_call':
      return endCall(asked, means);
    case 'transfer_call':
      return transferCall(asked, means);
    case 'check_availability_cal':
      return checkCalendar(asked, means);
    case 'book_appointment_cal':
      return bookCalendar(asked, means);
    case 'press_digit':
      return pressDigit(asked, means);
    case 'custom':
      return customFunction(asked, means);
  }
}
