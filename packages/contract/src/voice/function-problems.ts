import { parseShallowJson } from '../json/parse-shallow-json.ts';
import { functionNamePattern, type VoiceFunction } from './voice-function.ts';

/** Why a function is not offered to the model yet; `field` is the form's. */
export interface FunctionProblem {
  field: string;
  code:
    | 'REQUIRED'
    | 'NAME_PATTERN'
    | 'NAME_TAKEN'
    | 'E164'
    | 'URL'
    | 'JSON'
    | 'SCHEMA'
    | 'NUMBER'
    | 'TIMEZONE';
}

const hasPlace = (text: string) => /\{\{[^{}]+\}\}/.test(text);

/**
 * What is missing or wrong in a function: a function with problems is kept as a draft and marked "Incomplete". `names`
 * are those of the other functions of the agent.
 */
export function functionProblems(asked: VoiceFunction, names: readonly string[] = []): FunctionProblem[] {
  const problems: FunctionProblem[] = [];
  const add = (field: string, code: FunctionProblem['code']) => problems.push({ field, code });
  if (asked.name === '') add('name', 'REQUIRED');
  else if (!functionNamePattern.test(asked.name)) add('name', 'NAME_PATTERN');
  else if (names.includes(asked.name)) add('name', 'NAME_TAKEN');
  switch (asked.type) {
    case 'transfer_call':
      checkTransfer(asked, add);
      break;
    case 'check_availability_cal':
    case 'book_appointment_cal':
      checkCalendar(asked, add);
      break;
    case 'custom':
      checkCustom(asked, add);
      break;
    case 'end_call':
    case 'press_digit':
      break;
  }
  return problems;
}

type Add = (field: string, code: FunctionProblem['code']) => void;

function checkTransfer(asked: Extract<VoiceFunction, { type: 'transfer_call' }>, add: Add): void {
  if (asked.target === 'dynamic') {
    if (asked.routingPrompt.trim() === '') add('routingPrompt', 'REQUIRED');
    return;
  }
  if (asked.number.trim() === '') add('number', 'REQUIRED');
  else if (!hasPlace(asked.number) && !/^\+[1-9]\d{1,14}$/.test(asked.number.replace(/[\s().-]/g, '')))
    add('number', 'E164');
}

function checkCalendar(
  asked: Extract<VoiceFunction, { type: 'check_availability_cal' | 'book_appointment_cal' }>,
  add: Add,
): void {
  if (asked.calApiKey.trim() === '') add('calApiKey', 'REQUIRED');
  if (asked.eventTypeId.trim() === '') add('eventTypeId', 'REQUIRED');
  else if (!hasPlace(asked.eventTypeId) && !/^\d+$/.test(asked.eventTypeId.trim()))
    add('eventTypeId', 'NUMBER');
  if (asked.timezone !== '' && !hasPlace(asked.timezone) && !isTimezone(asked.timezone))
    add('timezone', 'TIMEZONE');
}

function checkCustom(asked: Extract<VoiceFunction, { type: 'custom' }>, add: Add): void {
  if (asked.url.trim() === '') add('url', 'REQUIRED');
  else if (!isWebAddress(asked.url)) add('url', 'URL');
  if (asked.parameters.trim() === '') return;
  const schema = parsed(asked.parameters);
  if (schema === undefined) add('parameters', 'JSON');
  else if (!isObjectSchema(schema)) add('parameters', 'SCHEMA');
}

function isTimezone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
}

// No request is made with a name and password in its address: they belong into a header, which is stored sealed.
function isWebAddress(text: string): boolean {
  const url = URL.parse(text.replaceAll(/\{\{[^{}]+\}\}/g, 'x').trim());
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

function parsed(text: string): unknown {
  try {
    return parseShallowJson(text);
  } catch {
    return undefined;
  }
}

function isObjectSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return false;
  return 'type' in schema && schema.type === 'object';
}
