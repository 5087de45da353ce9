import type { CallEntry, CallView } from './call-view.ts';
import type { AskedCall } from './test-call-store.ts';

type History = NonNullable<AskedCall['history']>;

/** What the server takes of a call's turns, and of the words of one. */
const mostTurns = 400;
const mostWords = 20_000;

type Said = Pick<CallView, 'entries' | 'steps'>;

/**
 * The turns before a line of a call, for one that goes on from there: what was heard, what functions gave, and the runs
 * whose state a flow goes on with.
 */
export function historyBefore({ entries, steps }: Said, line: CallEntry): History {
  const before = entries.slice(0, entries.indexOf(line));
  return before.flatMap((entry) => linesOf(entry, { entries: before, steps })).slice(-mostTurns);
}

function linesOf(entry: CallEntry, { entries: before, steps }: Said): History {
  if (entry.kind === 'note' || entry.kind === 'target') return [];
  if (entry.kind === 'caller') return entry.isInterim ? [] : [{ role: 'user', content: cut(entry.text) }];
  const isOfTurn = (one: CallEntry) => 'turn' in one && one.turn === entry.turn;
  // A model is given what it asked for before the answer that it made of it.
  if (entry.kind === 'tool') {
    const hasAnswer = before.some((one) => one.kind === 'agent' && isOfTurn(one));
    return hasAnswer ? [] : toolLine(entry);
  }
  const tools = before.flatMap((one) => (one.kind === 'tool' && isOfTurn(one) ? toolLine(one) : []));
  if (entry.text === '') return tools;
  const run = steps.findLast(({ type, turn }) => type === 'flow-run' && turn === entry.turn);
  const flowRun = run?.type === 'flow-run' && { flowId: run.flowId, runId: run.runId };
  return [...tools, { role: 'agent', content: cut(entry.text), ...(flowRun && { flowRun }) }];
}

function toolLine({ name, arguments: given, variables, end }: Extract<CallEntry, { kind: 'tool' }>): History {
  if (!end) return [];
  const line = { role: 'tool' as const, name, arguments: cut(given), content: cut(end.result) };
  return [{ ...line, isOk: end.isOk, ...(variables && { variables: { ...variables } }) }];
}

function cut(words: string): string {
  return words.slice(0, mostWords);
}
