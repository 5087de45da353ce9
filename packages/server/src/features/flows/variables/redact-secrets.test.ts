import type { RunEvent } from '@tendril/contract/run-event';
import { expect, it } from 'vitest';
import { redactSecrets } from './redact-secrets.ts';

const step = (input: unknown): RunEvent => ({
  type: 'step-start',
  stepId: 's',
  kind: 'tool',
  name: 'ask',
  callerId: 'n',
  input,
});

it('takes a value out of a prompt, of JSON inside JSON, and of an address', () => {
  const value = 'k-"7"/ä 1';
  const inputs = [
    `Use ${value} now`,
    { body: JSON.stringify({ key: value }) },
    `?k=${encodeURIComponent(value)}`,
  ];
  for (const input of inputs) {
    const text = JSON.stringify(redactSecrets([value])(step(input)));
    expect(text).toContain('••••••••');
    expect(text).not.toContain('k-');
  }
});

it('leaves everything else as it is', () => {
  const event = step('nothing here');
  expect(redactSecrets(['another'])(event)).toBe(event);
  expect(redactSecrets(['no'])(step('no value is that short'))).toEqual(step('no value is that short'));
});
