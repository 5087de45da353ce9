import type { Draft } from './call-shape.ts';
import { act, change, setTimer, stopTimers } from './draft.ts';

/** Nobody speaks: the caller's silence counts from here on. */
export function rest(draft: Draft): void {
  const { rules, state, at } = draft;
  act(draft, { type: 'rest' });
  // A person who has taken over may take their time.
  if (!rules.hasTimers || state.takeover || state.isHeldByCaller) return;
  const after = (ms: number) => Math.max(at, state.quietSince + ms);
  if (state.turn > 0 && state.reminders < rules.maxReminders)
    setTimer(draft, 'reminder', after(rules.reminderAfterMs));
  setTimer(draft, 'silence', after(rules.silenceMs));
}

/** Somebody does something: silence is over. */
export function stopWaiting(draft: Draft): void {
  stopTimers(draft, 'begin', 'reminder', 'silence');
}

/** The caller's side holds the call: nobody is reminded, and no silence ends it, until they are back. */
export function holdCall(draft: Draft, { isHeld }: { isHeld: boolean }): void {
  const { stage, isHeldByCaller, agent, caller } = draft.state;
  if (stage !== 'running' || isHeld === isHeldByCaller) return;
  change(draft, { isHeldByCaller: isHeld, quietSince: draft.at });
  if (isHeld) stopTimers(draft, 'reminder', 'silence');
  else if (!agent && !caller.open && caller.awaited === 0) rest(draft);
}
