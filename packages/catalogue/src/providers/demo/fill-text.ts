import type { JSONSchema7 } from '@ai-sdk/provider';
import { isoDay } from './dates.ts';
import type { Mentioned } from './mentioned.ts';

/** The source of the values. */
export interface FillSource {
  mentioned: Mentioned;
  /** The value of text fields that nothing in the question fits. */
  fallbackText: string;
  now: Date;
}

/** The kind of text that a property wants, by its format, name and description. */
type TextKind =
  | 'email'
  | 'phone'
  | 'url'
  | 'dateTime'
  | 'date'
  | 'day'
  | 'time'
  | 'slot'
  | 'name'
  | 'place'
  | 'query'
  | 'uuid'
  | 'timezone'
  | 'free';

const kinds: readonly (readonly [TextKind, RegExp])[] = [
  ['email', /e-?mail/],
  ['phone', /phone|mobile|telephone/],
  ['url', /\burl\b|\blink\b|\buri\b|website/],
  ['slot', /slot|date ?time|date and time|start ?time|starts? at|appointment time/],
  ['timezone', /time ?zone/],
  ['date', /\bdate\b/],
  ['day', /\bday\b/],
  ['time', /\btime\b|\bhour\b/],
  ['place', /\bcity\b|\btown\b|\blocation\b|\bplace\b|\bcountry\b|\bwhere\b/],
  [
    'name',
    /(?:^|\b(?:full|first|last|customer|caller|patient|client|person|user|guest|your) ?)name\b|^(?:customer|caller|patient|client|person|guest)$/,
  ],
  ['query', /query|question|search|\binput\b|keyword|prompt/],
];

const spaced = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();

/** Determines the kind of a text property. */
export function textKind(name: string, schema: JSONSchema7): TextKind {
  if (schema.format === 'email') return 'email';
  if (schema.format === 'uri' || schema.format === 'url') return 'url';
  if (schema.format === 'date-time') return 'dateTime';
  if (schema.format === 'date') return 'date';
  if (schema.format === 'time') return 'time';
  if (schema.format === 'uuid') return 'uuid';
  const description = (schema.description ?? '').toLowerCase();
  if (/yyyy-mm-dd/.test(description)) return /hh:mm/.test(description) ? 'slot' : 'date';
  const byName = kinds.find(([, pattern]) => pattern.test(spaced(name)));
  if (byName) return byName[0];
  if (/hh:mm/.test(description)) return 'time';
  return kinds.find(([, pattern]) => pattern.test(description))?.[0] ?? 'free';
}

/** "colour: red", "the colour is red": the text names the property itself. */
function labelledText(name: string, text: string): string | undefined {
  const label = spaced(name).replace(/[^\p{L}\p{N} ]/gu, '');
  if (!label) return undefined;
  return new RegExp(`\\b${label}\\b\\s*(?:is|are|=|:)\\s*["“]?([^,.;!?\\n"”]+)`, 'iu')
    .exec(text)?.[1]
    ?.trim();
}

/** Fields that want a whole sentence rather than a word of the question. */
const wantsSentence =
  /answer|reply|response|summary|text|message|content|reason|explanation|description|note|output|result/;

function mentionedText(name: string, kind: TextKind, mentioned: Mentioned): string | undefined {
  const [time] = mentioned.times;
  switch (kind) {
    case 'email':
    case 'phone':
    case 'url':
    case 'date':
    case 'place':
    case 'name':
      return mentioned[kind];
    case 'time':
      return time;
    case 'slot':
      return mentioned.date && time ? `${mentioned.date} ${time}` : (time ?? mentioned.date);
    case 'dateTime':
      return mentioned.date ? `${mentioned.date}T${time ?? '09:00'}:00Z` : undefined;
    case 'query':
      return mentioned.quoted[0] ?? (mentioned.text.trim() || undefined);
    case 'day':
      return mentioned.dayText ?? mentioned.date;
    case 'timezone':
      return /\b[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+\b|\bUTC\b/.exec(mentioned.text)?.[0];
    case 'uuid':
      return undefined;
    case 'free':
      return (
        labelledText(name, mentioned.text) ??
        mentioned.quoted[0] ??
        (wantsSentence.test(spaced(name)) ? undefined : mentioned.topic)
      );
  }
}

/** Sensible placeholders, recognizable as examples. */
const standIns: Partial<Record<TextKind, string>> = {
  email: 'someone@example.com',
  phone: '+1 555 0100',
  url: 'https://example.com/',
  name: 'Guest',
  uuid: '00000000-0000-4000-8000-000000000000',
  time: '09:00',
};

function standIn(kind: TextKind, source: FillSource): string {
  const today = isoDay(source.now);
  if (kind === 'date' || kind === 'day') return source.mentioned.date ?? today;
  if (kind === 'dateTime') return `${today}T09:00:00Z`;
  if (kind === 'slot') return `${today} 09:00`;
  return standIns[kind] ?? source.fallbackText;
}

function fits(text: string, schema: JSONSchema7): boolean {
  return schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text);
}

const patternTries = [
  'a',
  'A',
  '0',
  '1',
  'abc',
  'ABC',
  '123',
  '1234',
  '12345',
  'A1',
  'a-1',
  '2026-01-01',
  '09:00',
  '#000000',
  'a@b.co',
];

function fitLength(text: string, schema: JSONSchema7): string {
  const cut = schema.maxLength === undefined ? text : [...text].slice(0, schema.maxLength).join('');
  return cut.padEnd(schema.minLength ?? 0, '.');
}

/** A text for the property: what the question mentions, else its default, else a placeholder. */
export function fillText(name: string, schema: JSONSchema7, source: FillSource): string {
  const kind = textKind(name, schema);
  const fallback = typeof schema.default === 'string' ? schema.default : undefined;
  let text = mentionedText(name, kind, source.mentioned) ?? fallback ?? standIn(kind, source);
  if (schema.format === 'time' && /^\d{2}:\d{2}$/.test(text)) text = `${text}:00Z`;
  const value = fitLength(text, schema);
  if (fits(value, schema)) return value;
  return (
    [fallback ?? '', ...patternTries].map((one) => fitLength(one, schema)).find((one) => fits(one, schema)) ??
    value
  );
}

/** Whether the question itself contains a text for this property. */
export function isOfferedText(name: string, schema: JSONSchema7, mentioned: Mentioned): boolean {
  return mentionedText(name, textKind(name, schema), mentioned) !== undefined;
}
