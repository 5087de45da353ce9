import type { VoiceFunction, VoiceFunctionType } from '@tendril/contract/voice/voice-function';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { say } from '../../../kit/texts/texts.ts';

/** One argument of a function as its test asks for it. */
export interface TestArgument {
  name: string;
  type: 'string' | 'number' | 'integer' | 'boolean' | 'json';
  description: string;
  choices: string[];
  isRequired: boolean;
}

const plainTypes = ['string', 'number', 'integer', 'boolean'] as const;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The arguments that a schema names; undefined when it cannot be read, and JSON has to be written. */
export function readArguments(schemaText: string): TestArgument[] | undefined {
  const schema = parsed(schemaText);
  if (!isRecord(schema)) return undefined;
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).map(([name, value]) => {
    const property = isRecord(value) ? value : {};
    const type = plainTypes.find((one) => one === property['type']) ?? 'json';
    const choices = Array.isArray(property['enum']) ? property['enum'].map(String) : [];
    const description = typeof property['description'] === 'string' ? property['description'] : '';
    return { name, type, description, choices, isRequired: required.includes(name) };
  });
}

/** A typed value as the argument it stands for; undefined for an argument that is left out. Throws on bad JSON. */
export function argumentValue({ type }: TestArgument, text: string): unknown {
  if (text.trim() === '') return undefined;
  switch (type) {
    case 'string':
      return text;
    case 'number':
    case 'integer':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'boolean':
      return text === 'true';
    case 'json':
      return JSON.parse(text);
  }
}

/** The same as one JSON object, with a place for every argument. */
export function sampleArguments(list: readonly TestArgument[]): string {
  const samples: Record<TestArgument['type'], unknown> = {
    string: '',
    number: 0,
    integer: 0,
    boolean: false,
    json: null,
  };
  const entries = list.map(({ name, type, choices }) => [name, choices[0] ?? samples[type]]);
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

/** What a model may give each kind of function, as a schema; the same that calls offer it. */
export function schemaOf(asked: VoiceFunction): string {
  if (asked.type === 'custom') return asked.parameters.trim() || '{}';
  return JSON.stringify({ type: 'object', properties: propertiesOf(asked), required: needed[asked.type] });
}

const needed: Readonly<Record<Exclude<VoiceFunctionType, 'custom'>, readonly string[]>> = {
  end_call: [],
  transfer_call: ['number'],
  check_availability_cal: ['start'],
  book_appointment_cal: ['start', 'name', 'email'],
  press_digit: ['digits'],
};

type ArgumentKey =
  `arg_${'number' | 'firstDay' | 'lastDay' | 'begin' | 'name' | 'email' | 'notes' | 'digits'}`;

function propertiesOf(asked: Exclude<VoiceFunction, { type: 'custom' }>): Record<string, unknown> {
  const text = (key: ArgumentKey) => ({ type: 'string', description: say(voiceFunctionTexts, key) });
  switch (asked.type) {
    case 'end_call':
      return {};
    case 'transfer_call':
      return asked.target === 'dynamic' ? { number: text('arg_number') } : {};
    case 'check_availability_cal':
      return { start: text('arg_firstDay'), end: text('arg_lastDay') };
    case 'book_appointment_cal':
      return {
        start: text('arg_begin'),
        name: text('arg_name'),
        email: text('arg_email'),
        notes: text('arg_notes'),
      };
    case 'press_digit':
      return { digits: text('arg_digits') };
  }
}
