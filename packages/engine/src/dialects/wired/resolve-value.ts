import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { Param } from '@tendril/contract/node/param';
import type { ParamType } from '@tendril/contract/node/param-type';
import { isPipelineState } from '@tendril/contract/provider/pipeline';
import { escapeBraces } from './escape-braces.ts';
import { onlyReference, type Reference, replaceReferences } from './references.ts';

type Lookup = (reference: Reference) => unknown;

/** A value inserted into a text. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  // A pipeline step's message, not the whole state of the pipeline.
  if (isPipelineState(value)) return value.messages.at(-1)?.content ?? '';
  return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);
}

function resolveLeaves(value: unknown, lookup: Lookup): unknown {
  if (typeof value === 'string') {
    const whole = onlyReference(value);
    return whole ? lookup(whole) : replaceReferences(value, (reference) => toText(lookup(reference)));
  }
  if (Array.isArray(value)) return value.map((item) => resolveLeaves(item, lookup));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveLeaves(item, lookup)]));
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: parseShallowJson(text) };
  } catch {
    return undefined;
  }
}

const jsonTypes: ReadonlySet<ParamType> = new Set([
  'json',
  'datagrid',
  'multiOptions',
  'asyncMultiOptions',
  'array',
]);

/**
 * Replaces the references of a parameter by their values. JSON is parsed first and only its strings are filled, so that
 * no value can break out of its quotes. Code is never filled: it sees values as variables.
 */
export function resolveValue(
  raw: unknown,
  param: Pick<Param, 'type' | 'isPromptTemplate'>,
  lookup: Lookup,
): unknown {
  const { type } = param;
  if (type === 'code' || type === 'file' || type === 'folder') return raw;
  if (typeof raw !== 'string') return resolveLeaves(raw, lookup);
  if (!jsonTypes.has(type)) {
    const text = (reference: Reference) => toText(lookup(reference));
    return replaceReferences(
      raw,
      param.isPromptTemplate ? (reference) => escapeBraces(text(reference)) : text,
    );
  }
  const parsed = parseJson(raw);
  if (parsed) return resolveLeaves(parsed.value, lookup);
  return replaceReferences(raw, (reference) => JSON.stringify(lookup(reference) ?? null));
}
