import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { PostCallField } from '@tendril/contract/voice/post-call-field';
import { keyOf } from './analysis-question.ts';
import { type CallReading, type FieldValue, type FieldValues, lacksRequired } from './conversation.ts';
import { closestChoice } from './likeness.ts';
import { spokenNumbers } from './spoken-numbers.ts';

const sentiments = ['Negative', 'Positive', 'Neutral', 'Unknown'] as const;
const longestText = 10_000;
const nothing = /^(?:null|none|n\/?a|unknown|not (?:mentioned|provided|specified|available))?\.?$/i;

/** The analysis in a model's answer; undefined for a text without one. Values that do not fit a field become null. */
export function repairAnswer(text: string, fields: readonly PostCallField[]): CallReading | undefined {
  const answer = readObject(text);
  if (!answer) return undefined;
  const given = isRecord(answer['fields']) ? answer['fields'] : {};
  const values: FieldValues = {};
  for (const [place, field] of fields.entries())
    values[field.name] = repairValue(field, given[keyOf(place)] ?? given[field.name]);
  const sentiment = closestChoice(asText(answer['user_sentiment']) ?? '', sentiments);
  return {
    callSummary: asText(answer['call_summary']) ?? '',
    callSuccessful: (asBoolean(answer['call_successful']) ?? false) && !lacksRequired(fields, values),
    userSentiment: (sentiment as CallReading['userSentiment'] | undefined) ?? 'Unknown',
    inVoicemail: asBoolean(answer['in_voicemail']) ?? false,
    customAnalysisData: values,
  };
}

function repairValue(field: PostCallField, value: unknown): FieldValue {
  switch (field.type) {
    case 'boolean':
      return asBoolean(value);
    case 'number':
      return asNumber(value);
    case 'enum': {
      const text = asText(value);
      return (text === null ? undefined : closestChoice(text, field.choices)) ?? null;
    }
    case 'string':
      return asText(value);
  }
}

function asText(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || nothing.test(value.trim())) return null;
  return value.trim().slice(0, longestText);
}

function asBoolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return null;
  if (/^(?:true|yes|y)\.?$/i.test(value.trim())) return true;
  return /^(?:false|no|n)\.?$/i.test(value.trim()) ? false : null;
}

function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const numbers = spokenNumbers(value);
  return numbers.length === 1 ? (numbers[0]?.value ?? null) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Some models wrap their JSON in a code fence, or in a sentence.
function readObject(text: string): Record<string, unknown> | undefined {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (from < 0 || to < from) return undefined;
  try {
    const value: unknown = parseShallowJson(text.slice(from, to + 1));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
