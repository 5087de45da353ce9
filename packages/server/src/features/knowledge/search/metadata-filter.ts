import type { MetadataFilter } from '@tendril/contract/api/metadata-filter';

type Condition = MetadataFilter[string];
type Test = (value: unknown) => boolean;

/** Whether metadata fits a filter: its names, and what their values have to be, in the same order. */
export function readFilter(filter: MetadataFilter): { names: string[]; fits(values: unknown[]): boolean } {
  const entries = Object.entries(filter);
  const tests = entries.map(([, condition]) => testOf(condition));
  return {
    names: entries.map(([name]) => name),
    fits: (values) => tests.every((test, at) => test(values[at])),
  };
}

function testOf(condition: Condition): Test {
  if (typeof condition !== 'object') return (value) => isValue(value, condition);
  const { ne, in: choices, gt, gte, lt, lte, contains, exists } = condition;
  const tests: Test[] = [];
  if (ne !== undefined) tests.push((value) => !isValue(value, ne));
  if (choices !== undefined) tests.push((value) => choices.some((one) => isValue(value, one)));
  if (gt !== undefined) tests.push((value) => compare(value, gt) > 0);
  if (gte !== undefined) tests.push((value) => compare(value, gte) >= 0);
  if (lt !== undefined) tests.push((value) => compare(value, lt) < 0);
  if (lte !== undefined) tests.push((value) => compare(value, lte) <= 0);
  if (contains !== undefined) tests.push((value) => holds(value, contains));
  if (exists !== undefined) tests.push((value) => (value !== undefined && value !== null) === exists);
  return (value) => tests.every((test) => test(value));
}

/** Metadata comes from files and forms: a number may have become a text. Of a list, one value is enough. */
function isValue(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => String(one) === String(wanted));
  return value !== undefined && value !== null && String(value) === String(wanted);
}

function holds(value: unknown, part: string): boolean {
  if (Array.isArray(value)) return value.some((one) => holds(one, part));
  return typeof value === 'string' && value.toLowerCase().includes(part.toLowerCase());
}

/** Numbers as numbers, dates as times, else as texts; NaN, which fits nothing, for what cannot be compared. */
function compare(value: unknown, limit: number | string): number {
  if (value === undefined || value === null || value === '' || typeof value === 'object') return Number.NaN;
  const numbers = [Number(value), Number(limit)] as const;
  if (!numbers.some(Number.isNaN)) return numbers[0] - numbers[1];
  const times = [timeOf(value), timeOf(limit)] as const;
  if (!times.some(Number.isNaN)) return times[0] - times[1];
  if (typeof value !== 'string' || typeof limit !== 'string') return Number.NaN;
  return value < limit ? -1 : Number(value > limit);
}

const timeOf = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
