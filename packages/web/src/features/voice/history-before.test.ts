import type { CallEvent, LoggedCallEvent } from '@tendril/contract/call-event';
import { expect, it } from 'vitest';
import { applyCallEvent } from './apply-call-event.ts';
import { emptyCall } from './call-view.ts';
import { historyBefore } from './history-before.ts';

const emitted: CallEvent[] = [
  { type: 'agent-turn', turn: 1, text: 'Good day.', times: {} },
  { type: 'user-turn', text: 'Where is order 17?', isTyped: true },
  { type: 'agent-delta', turn: 2, text: 'Let me look. ' },
  { type: 'tool-start', turn: 2, toolId: 't', name: 'find_order', arguments: '{"number":"17"}' },
  { type: 'variables-set', values: { order_status: 'shipped' } },
  { type: 'tool-end', turn: 2, toolId: 't', name: 'find_order', isOk: true, result: 'shipped', ms: 4 },
  { type: 'agent-turn', turn: 2, text: 'Let me look. On its way.', unsaid: 'Bye.', times: {} },
  { type: 'call-error', code: 'INTERNAL', message: 'Something', turn: 2 },
  { type: 'user-turn', text: 'And order 18?' },
];
const view = emitted
  .map((event, at) => ({ callId: 'c', seq: at + 1, at, offsetMs: at, ...event }) as LoggedCallEvent)
  .reduce(applyCallEvent, emptyCall);
const line = (text: string) => {
  const found = view.entries.find((entry) => entry.kind === 'caller' && entry.text === text);
  if (!found) throw new Error(text);
  return found;
};

it('gives what was heard before a line, and what functions gave and set before their answer', () => {
  expect(historyBefore(view, line('And order 18?'))).toEqual([
    { role: 'agent', content: 'Good day.' },
    { role: 'user', content: 'Where is order 17?' },
    {
      role: 'tool',
      name: 'find_order',
      arguments: '{"number":"17"}',
      content: 'shipped',
      isOk: true,
      variables: { order_status: 'shipped' },
    },
    { role: 'agent', content: 'Let me look. On its way.' },
  ]);
});

it('gives nothing before the first line but the greeting', () => {
  expect(historyBefore(view, line('Where is order 17?'))).toEqual([{ role: 'agent', content: 'Good day.' }]);
});

it('names the run of a flow behind each of its answers', () => {
  const flowRun = { flowId: 'f', runId: 'r' };
  const answered = applyCallEvent(view, {
    ...{ callId: 'c', seq: 20, at: 20, offsetMs: 20 },
    ...{ type: 'flow-run', turn: 2, ...flowRun },
  });
  expect(historyBefore(answered, line('And order 18?')).at(-1)).toEqual({
    ...{ role: 'agent', content: 'Let me look. On its way.' },
    flowRun,
  });
});
