import { ask } from './agent-moves.ts';
import type { Draft } from './call-shape.ts';
import { change, emit } from './draft.ts';

/** Speaks to a silent caller, if that is still wanted; returns whether it did. */
export function remind(draft: Draft): boolean {
  const { state, rules } = draft;
  if (state.turn === 0 || state.reminders >= rules.maxReminders) return false;
  change(draft, { reminders: state.reminders + 1 });
  emit(draft, { type: 'reminder', count: state.reminders + 1 });
  ask(draft, 'reminder');
  return true;
}
