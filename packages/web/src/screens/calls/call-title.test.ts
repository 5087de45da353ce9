import type { Call } from '@tendril/contract/api/calls';
import { expect, it } from 'vitest';
import { callTitle } from './call-title.ts';

const call = (fields: Partial<Call>) =>
  ({
    ...{ kind: 'web', channel: 'audio', direction: 'inbound' },
    ...{ fromNumber: '+12025550100', toNumber: '+12025550123' },
    ...fields,
  }) as Call;

it('a call is titled by the number of the other side, or by how it was held', () => {
  expect(callTitle(call({ kind: 'phone' }))).toBe('+12025550100');
  expect(callTitle(call({ kind: 'phone', direction: 'outbound' }))).toBe('+12025550123');
  expect(callTitle(call({ channel: 'text' }))).toBe('Typed call');
  expect(callTitle(call({ kind: 'test' }))).toBe('Call in the browser');
});
