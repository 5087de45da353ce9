import { AppError } from '@tendril/contract/app-error';

/** A metadata filter as an object; undefined for an empty one. Throws FLOW_INVALID for anything else. */
export function readFilter(given: unknown, label: string): Record<string, unknown> | undefined {
  if (given === undefined || given === null || given === '') return undefined;
  if (typeof given !== 'object' || Array.isArray(given))
    throw new AppError('FLOW_INVALID', `${label}: the metadata filter has to be a JSON object.`);
  return Object.keys(given).length === 0 ? undefined : (given as Record<string, unknown>);
}
