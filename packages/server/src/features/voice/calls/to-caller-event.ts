import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { toRedactedEvent } from './redacted-event.ts';

/**
 * What the caller's page is sent of an event: nothing of those who watch, and of the agent's work only that it was done,
 * since its prompt holds what they whispered. People who test a draft may see the work.
 */
export function toCallerEvent(event: LoggedCallEvent, isTest: boolean): LoggedCallEvent | undefined {
  if (event.type === 'operator-act') return undefined;
  const isWork = event.type === 'step-start' || event.type === 'step-end';
  return isWork && !isTest ? (toRedactedEvent(event) as LoggedCallEvent) : event;
}
