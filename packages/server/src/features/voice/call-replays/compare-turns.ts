import type { ReplayedSide, ReplayTurn, TurnDifference } from '@tendril/contract/api/call-replays';
import { likeness, wordsOf } from '../call-analysis/public.ts';
import type { HeardTurn } from './replayed-turns.ts';

/** Turns of a recorded call beside those of its replay, in their order. */
export function compareTurns(before: readonly HeardTurn[], after: readonly HeardTurn[]): ReplayTurn[] {
  // One of them greets and the other waits: what callers said is compared all the same.
  const [then, now] = evened(before, after);
  const count = Math.max(then.length, now.length);
  return Array.from({ length: count }, (_, at) => compared(then[at], now[at]));
}

function evened(before: readonly HeardTurn[], after: readonly HeardTurn[]) {
  const greets = (turns: readonly HeardTurn[]) => turns[0]?.caller === '';
  const [then, now]: (HeardTurn | undefined)[][] = [[...before], [...after]];
  if (greets(before) && !greets(after)) now?.unshift(undefined);
  if (greets(after) && !greets(before)) then?.unshift(undefined);
  return [then ?? [], now ?? []] as const;
}

function compared(before: HeardTurn | undefined, after: HeardTurn | undefined): ReplayTurn {
  const caller = before?.caller ?? after?.caller ?? '';
  const heard = after && wordsIn(after.caller) !== wordsIn(caller) ? { heard: after.caller } : {};
  const sides = { before: before?.side ?? null, after: after?.side ?? null };
  if (!before || !after) return { caller, ...heard, ...sides, differs: ['missing'], likeness: 0 };
  const isSaidAlike = wordsIn(before.side.text) === wordsIn(after.side.text);
  const differs: TurnDifference[] = [
    ...(isSaidAlike ? [] : ['words' as const]),
    ...differing(before.side, after.side),
  ];
  return {
    ...{ caller, ...heard, ...sides, differs },
    likeness: isSaidAlike ? 1 : Number(likeness(before.side.text, after.side.text).toFixed(2)),
  };
}

function differing(before: ReplayedSide, after: ReplayedSide): TurnDifference[] {
  const toolsOf = ({ tools }: ReplayedSide) =>
    tools.map((tool) => [tool.name, plain(tool.arguments)] as const);
  const valuesOf = ({ variables }: ReplayedSide) => Object.entries(variables).sort(byName);
  return [
    ...(isSame(toolsOf(before), toolsOf(after)) ? [] : ['tools' as const]),
    ...(isSame(valuesOf(before), valuesOf(after)) ? [] : ['variables' as const]),
    ...(isSame(before.path, after.path) ? [] : ['path' as const]),
  ];
}

/** Arguments as the model wrote them, whatever the order of their names. */
function plain(text: string): string {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return text;
    return JSON.stringify(Object.entries(value).sort(byName));
  } catch {
    return text;
  }
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function wordsIn(text: string): string {
  return wordsOf(text).join(' ');
}
