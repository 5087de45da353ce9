import { describe, expect, it } from 'vitest';
import { functionProblems } from './function-problems.ts';
import type { VoiceFunction, VoiceFunctionType } from './voice-function.ts';

const common = { id: 'f1', name: 'do_it', description: '' };
const calendar = { calApiKey: 'cal_live_1', eventTypeId: '60444', timezone: '' };
const whole: { [Type in VoiceFunctionType]: Extract<VoiceFunction, { type: Type }> } = {
  end_call: { ...common, type: 'end_call' },
  transfer_call: {
    ...common,
    type: 'transfer_call',
    target: 'static',
    number: '+15125550142',
    routingPrompt: '',
    transferType: 'cold',
    displayedNumber: 'agent',
  },
  check_availability_cal: { ...common, ...calendar, type: 'check_availability_cal' },
  book_appointment_cal: { ...common, ...calendar, type: 'book_appointment_cal' },
  press_digit: { ...common, type: 'press_digit', delayMs: 1000 },
  custom: {
    ...common,
    type: 'custom',
    url: 'https://api.example.com/orders',
    method: 'POST',
    headers: {},
    timeoutMs: 120_000,
    parameters: '',
    argsAtRoot: false,
    speakDuring: false,
    speakDuringMessage: '',
    speakAfter: true,
    responseVariables: {},
  },
};

const problemsOf = (asked: VoiceFunction, names: string[] = []) =>
  functionProblems(asked, names).map(({ field, code }) => `${field} ${code}`);

describe('SP-73: what keeps a function from being offered', () => {
  it.each(Object.values(whole))('is nothing in a whole $type', (asked) => {
    expect(problemsOf(asked, ['another'])).toEqual([]);
  });

  it.each([
    ['', 'name REQUIRED'],
    ['two words', 'name NAME_PATTERN'],
    ['größe', 'name NAME_PATTERN'],
    ['x'.repeat(65), 'name NAME_PATTERN'],
    ['taken', 'name NAME_TAKEN'],
  ])('is the name "%s"', (name, problem) => {
    for (const asked of Object.values(whole))
      expect(problemsOf({ ...asked, name }, ['taken'])).toEqual([problem]);
  });

  it.each([
    [{ number: '' }, ['number REQUIRED']],
    [{ number: '0151 234' }, ['number E164']],
    [{ number: '+1 (512) 555-0142' }, []],
    [{ number: '{{desk}}' }, []],
    [{ target: 'dynamic', number: '' }, ['routingPrompt REQUIRED']],
    [{ target: 'dynamic', number: '', routingPrompt: 'Sales to +15125550142' }, []],
  ] as const)('of a transfer is judged by %j', (changes, problems) => {
    expect(problemsOf({ ...whole.transfer_call, ...changes })).toEqual(problems);
  });

  it.each([
    [{ calApiKey: ' ' }, ['calApiKey REQUIRED']],
    [{ eventTypeId: '' }, ['eventTypeId REQUIRED']],
    [{ eventTypeId: 'visit' }, ['eventTypeId NUMBER']],
    [{ eventTypeId: '{{event}}' }, []],
    [{ timezone: 'Mars/Olympus' }, ['timezone TIMEZONE']],
    [{ timezone: 'America/Chicago' }, []],
  ])('of a calendar is judged by %j', (changes, problems) => {
    expect(problemsOf({ ...whole.book_appointment_cal, ...changes })).toEqual(problems);
    expect(problemsOf({ ...whole.check_availability_cal, ...changes })).toEqual(problems);
  });

  it.each([
    [{ url: '' }, ['url REQUIRED']],
    [{ url: 'api.example.com' }, ['url URL']],
    [{ url: 'file:///etc/passwd' }, ['url URL']],
    [{ url: 'https://me:secret@api.example.com' }, ['url URL']],
    [{ url: 'https://{{host}}/orders/{{id}}' }, []],
    [{ parameters: '{bad' }, ['parameters JSON']],
    [{ parameters: '[]' }, ['parameters SCHEMA']],
    [{ parameters: '{"type":"string"}' }, ['parameters SCHEMA']],
    [{ parameters: '{"type":"object","properties":{}}' }, []],
  ])('of a request is judged by %j', (changes, problems) => {
    expect(problemsOf({ ...whole.custom, ...changes })).toEqual(problems);
  });
});
