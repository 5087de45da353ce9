import { createFormatterCache } from './formatter-cache.ts';
import { type Formatter, formatterKinds } from './formatter-kinds.ts';
import { type IntlArgument, readArgument } from './intl-argument.ts';
import { runIntlFunction } from './intl-functions.ts';
import { type IntlRequest, readIntlRequest } from './intl-request.ts';

// What no honest call needs; the engine behind takes time and memory that only this process's end would stop.
const maxKeyCharacters = 16 * 1024;
const maxTextCharacters = 256 * 1024;
const timeZoneWithoutOne = 'UTC';

const formatters = createFormatterCache<Formatter>(100);

/**
 * Answers a call of `Intl`: the first line names the formatter (kind, locales, options), the second the method with its
 * values, both plain JSON; so is the answer. Throws RangeError or TypeError in the words of the engine.
 */
export function formatForLocale(text: string): string {
  const end = text.indexOf('\n');
  const key = text.slice(0, end);
  if (end < 0 || key.length > maxKeyCharacters) throw new RangeError('The options of Intl are too large.');
  if (text.length > maxTextCharacters) throw new RangeError('The text is too large for Intl.');
  const [method, ...values] = JSON.parse(text.slice(end + 1)) as [string, ...[string, unknown][]];
  const read = values.slice(0, 3).map(([kind, value]) => readArgument(kind, value));
  const value = formatters.has(key)
    ? callFormatter(formatters.get(key) as Formatter, method, read)
    : answerNew(key, method, read);
  return JSON.stringify({ value });
}

function answerNew(key: string, method: string, values: IntlArgument[]): unknown {
  const wanted = readIntlRequest(JSON.parse(key));
  const options = withTimeZone(wanted);
  const create = Object.hasOwn(formatterKinds, wanted.kind) ? formatterKinds[wanted.kind] : undefined;
  if (!create) return runIntlFunction({ ...wanted, options }, method, values);
  const formatter = create(wanted.locales, options);
  formatters.set(key, formatter);
  return callFormatter(formatter, method, values);
}

function callFormatter(formatter: Formatter, method: string, values: IntlArgument[]): unknown {
  const call = Object.hasOwn(formatter, method) ? formatter[method] : undefined;
  if (!call) throw new TypeError(`Intl has no "${method}" here.`);
  return call(...values);
}

// The clock inside is UTC wherever the server stands; dates and their words must not disagree.
function withTimeZone({ kind, options }: IntlRequest): IntlRequest['options'] {
  if (kind !== 'DateTimeFormat' && kind !== 'Date') return options;
  return { ...options, timeZone: options?.['timeZone'] ?? timeZoneWithoutOne };
}
