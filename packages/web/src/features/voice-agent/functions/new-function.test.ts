import { functionProblems } from '@tendril/contract/voice/function-problems';
import { functionNamePattern, functionTypes, voiceFunction } from '@tendril/contract/voice/voice-function';
import { describe, expect, it } from 'vitest';
import { newFunction } from './new-function.ts';

describe('newFunction', () => {
  it.each(functionTypes)(
    'SP-73: begins $label with a valid name and a shape that can be stored',
    ({ type }) => {
      const made = newFunction(type, []);
      expect(made.name).toMatch(functionNamePattern);
      expect(voiceFunction.parse(made)).toEqual(made);
    },
  );

  it('SP-73: takes a name that no other function has', () => {
    expect(newFunction('end_call', ['end_call', 'end_call_2']).name).toBe('end_call_3');
  });

  it('CONST-09: presses digits after 1000 ms and waits 120000 ms for an answer', () => {
    expect(newFunction('press_digit', [])).toMatchObject({ delayMs: 1000 });
    expect(newFunction('custom', [])).toMatchObject({ timeoutMs: 120_000 });
  });

  it('can be used at once where nothing is missing, and says what is missing elsewhere', () => {
    expect(functionProblems(newFunction('end_call', []))).toEqual([]);
    expect(functionProblems(newFunction('press_digit', []))).toEqual([]);
    expect(functionProblems(newFunction('custom', []))).toEqual([{ field: 'url', code: 'REQUIRED' }]);
  });
});
