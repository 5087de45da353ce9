import type { CallEvent } from '@tendril/contract/call-event';
import { expect, it } from 'vitest';
import { unrecoveredError } from './unrecovered-error.ts';

const failed = (turn?: number): CallEvent => ({
  ...{ type: 'call-error', code: 'PROVIDER_UNAVAILABLE', message: 'It broke.' },
  ...(turn !== undefined && { turn }),
});
const says = (turn: number) => ({ type: 'agent-turn', turn, text: 'Sorry.' }) as unknown as CallEvent;
const ends = (reason: 'user_hangup' | 'error_asr'): CallEvent => ({
  type: 'call-end',
  reason,
  durationMs: 1,
});

it.each<[string, CallEvent[], string | undefined]>([
  ['without an error none', [says(1), ends('user_hangup')], undefined],
  ['a recognizer that is back is none', [failed(), says(1), ends('user_hangup')], undefined],
  ['an answer that others followed is none', [failed(1), says(1), says(2), ends('user_hangup')], undefined],
  ['an apology alone is no recovery', [failed(1), says(1), ends('user_hangup')], 'It broke.'],
  ['nothing after it', [says(1), failed(2), ends('user_hangup')], 'It broke.'],
  ['a call that ends by it', [failed(), says(1), ends('error_asr')], 'It broke.'],
])('of a call: %s', (_, events, error) => expect(unrecoveredError(events)).toBe(error));
