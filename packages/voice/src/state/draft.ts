import type { CallEvent } from '@tendril/contract/call-event';
import type { AgentTrack, CallEffect, CallerTrack, CallState, Draft, TimerName } from './call-shape.ts';

/** Changes a part of the state. */
export function change(draft: Draft, changes: Partial<CallState>): void {
  draft.state = { ...draft.state, ...changes };
}

export function changeCaller(draft: Draft, changes: Partial<CallerTrack>): void {
  change(draft, { caller: { ...draft.state.caller, ...changes } });
}

/** Changes the answer in progress, if there is one. */
export function changeAgent(draft: Draft, changes: Partial<AgentTrack>): void {
  if (draft.state.agent) change(draft, { agent: { ...draft.state.agent, ...changes } });
}

export function act(draft: Draft, ...effects: CallEffect[]): void {
  draft.effects.push(...effects);
}

export function emit(draft: Draft, event: CallEvent): void {
  act(draft, { type: 'emit', event });
}

export function setTimer(draft: Draft, name: TimerName, at: number): void {
  act(draft, { type: 'timer', name, at });
}

export function stopTimers(draft: Draft, ...names: TimerName[]): void {
  act(draft, ...names.map((name) => ({ type: 'timer' as const, name, at: null })));
}
