import { AppError } from '@tendril/contract/app-error';

/** Times in ms since 1970: from `from` on, and before `until`. */
export interface Period {
  from?: number;
  until?: number;
}

const dayMs = 86_400_000;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** The period between two ISO days or times, both included. Throws INVALID_INPUT with the field at fault. */
export function readPeriod(dates: { startDate?: string | undefined; endDate?: string | undefined }): Period {
  const { startDate, endDate } = dates;
  return {
    ...(startDate !== undefined && { from: readTime('startDate', startDate) }),
    ...(endDate !== undefined && { until: readTime('endDate', endDate) + (day.test(endDate) ? dayMs : 1) }),
  };
}

function readTime(field: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isFinite(time)) return time;
  const message = 'must be a day such as 2026-01-31, or a time in ISO form';
  const path = `query.${field}`;
  throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
