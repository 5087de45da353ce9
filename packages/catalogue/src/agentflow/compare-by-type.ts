import { AppError } from '@tendril/contract/app-error';
import { toPromptText } from '../text/format-prompt.ts';

/** A row of "Conditions". */
interface Comparison {
  type?: string;
  value1?: unknown;
  operation?: string;
  value2?: unknown;
}

type Compare<T> = (left: T, right: T) => boolean;

const texts: Readonly<Record<string, Compare<string>>> = {
  contains: (left, right) => left.includes(right),
  notContains: (left, right) => !left.includes(right),
  equal: (left, right) => left === right,
  notEqual: (left, right) => left !== right,
  startsWith: (left, right) => left.startsWith(right),
  endsWith: (left, right) => left.endsWith(right),
  isEmpty: (left) => left.trim() === '',
  notEmpty: (left) => left.trim() !== '',
};

/** NaN stands for a number that is not there. */
const numbers: Readonly<Record<string, Compare<number>>> = {
  smaller: (left, right) => left < right,
  smallerEqual: (left, right) => left <= right,
  equal: (left, right) => left === right,
  notEqual: (left, right) => left !== right,
  larger: (left, right) => left > right,
  largerEqual: (left, right) => left >= right,
  isEmpty: (left) => Number.isNaN(left),
  notEmpty: (left) => !Number.isNaN(left),
};

const truths: Readonly<Record<string, Compare<boolean>>> = {
  equal: (left, right) => left === right,
  notEqual: (left, right) => left !== right,
};

const toNumber = (value: unknown) => {
  const text = toPromptText(value).trim();
  return text === '' ? Number.NaN : Number(text);
};
const toTruth = (value: unknown) => toPromptText(value).trim().toLowerCase() === 'true';

function comparer<T>(of: Readonly<Record<string, Compare<T>>>, operation: string): Compare<T> {
  const found = Object.hasOwn(of, operation) ? of[operation] : undefined;
  if (!found) throw new Error(`There is no operation "${operation}" for its type.`);
  return found;
}

/** Whether a text matches a pattern; some patterns take longer than anything else may wait, so it is done elsewhere. */
export type Match = (text: string, pattern: string) => Promise<boolean>;

/** Whether a condition holds; texts, numbers and yes or no compare as such. Throws NODE_FAILED that names the row. */
export async function isFulfilled(
  { type = 'string', operation = 'equal', value1, value2 }: Comparison,
  index: number,
  match: Match,
): Promise<boolean> {
  try {
    if (type === 'number') return comparer(numbers, operation)(toNumber(value1), toNumber(value2));
    if (type === 'boolean') return comparer(truths, operation)(toTruth(value1), toTruth(value2));
    const [text, other] = [toPromptText(value1), toPromptText(value2)];
    return operation === 'regex' ? await match(text, other) : comparer(texts, operation)(text, other);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new AppError('NODE_FAILED', `Condition ${index}: ${message}`, { cause: error });
  }
}
