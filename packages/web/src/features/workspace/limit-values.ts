import type { LimitState } from '@tendril/contract/api/workspace-limits';
import { dollarsText } from '../../kit/lib/dollars-text.ts';

const minuteMs = 60_000;
const digits = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** A limit's number as people read it: milliseconds as minutes. */
export function shownLimit({ unit }: Pick<LimitState, 'unit'>, value: number): number {
  return unit === 'milliseconds' ? value / minuteMs : value;
}

/** The number with its unit. */
export function limitWords(
  state: Pick<LimitState, 'unit'>,
  value: number,
  units: { megabytes: string; minutes: string },
): string {
  if (state.unit === 'dollars') return dollarsText(value);
  const number = digits.format(shownLimit(state, value));
  if (state.unit === 'megabytes') return `${number} ${units.megabytes}`;
  return state.unit === 'milliseconds' ? `${number} ${units.minutes}` : number;
}

export type LimitFault = 'wrongLimit' | 'wholeLimit' | 'aboveServer';

/** What was typed as the server takes it: null for an empty field; or why it cannot be. */
export function readLimit(
  state: Pick<LimitState, 'unit' | 'most'>,
  typed: string,
): number | null | LimitFault {
  const text = typed.trim();
  if (text === '') return null;
  const isTime = state.unit === 'milliseconds';
  const number = Number(text.replace(',', '.'));
  if (!(number > 0)) return isTime ? 'wrongLimit' : 'wholeLimit';
  const value = isTime ? Math.round(number * minuteMs) : number;
  if (!isTime && !Number.isInteger(value)) return 'wholeLimit';
  if (isTime && value < 1000) return 'wrongLimit';
  return state.most > 0 && value > state.most ? 'aboveServer' : value;
}
