import type { Config } from '../config.ts';
import { isForCalls } from './process-role.ts';

/** Of the 150 that were measured, with room for those that talk more. */
const usual = 120;

/** How many calls a process carries at a time; 0: any number. */
export function callPlacesOf({ callPlaces, roles }: Pick<Config, 'callPlaces' | 'roles'>): number {
  return callPlaces ?? (isForCalls(roles) ? usual : 0);
}
