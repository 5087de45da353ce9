import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { Scope } from '../../../platform/db/scope.ts';
import type { EventLog } from '../../../platform/events/events.ts';
import { fromLog } from './call-log.ts';

/** Reads what is stored of a call; `require` throws NOT_FOUND. */
export function storedEventsOf(events: EventLog, require: (scope: Scope, id: string) => Promise<unknown>) {
  return async (scope: Scope, id: string): Promise<LoggedCallEvent[]> => {
    await require(scope, id);
    return (await events.read(scope, id)).map((event) => fromLog(id, event));
  };
}
