import { AppError } from '@tendril/contract/app-error';

/** What a step's form has chosen, as a value. Throws FLOW_INVALID where nothing is chosen. */
export function requirePart<T>(part: T | undefined, label: string): T {
  if (part !== undefined && part !== null) return part;
  throw new AppError('FLOW_INVALID', `${label}: nothing is chosen yet.`);
}
