import type { CallEvent, LoggedCallEvent } from '@tendril/contract/call-event';
import { expect, it } from 'vitest';
import { callSpans } from './call-spans.ts';

const callId = '01890a5d-ac96-774b-bcce-b302099a8057';
const runId = '01890a5d-ac96-774b-bcce-b302099a8058';

function logged(events: CallEvent[]): LoggedCallEvent[] {
  return events.map((event, index) => ({
    ...{ callId, seq: index + 1, at: 1000 + index * 100, offsetMs: index * 100 },
    ...event,
  }));
}

it('a call is a trace with its turns, steps and functions, and a link to the run that answers', () => {
  const spans = callSpans(
    { id: callId, agentId: 'a1', agentName: 'Front desk' },
    logged([
      {
        ...{ type: 'call-start', channel: 'audio', agentId: 'a1', agentName: 'Front desk' },
        ...{ agentVersion: 3, isDemo: false, variables: {} },
      },
      { type: 'turn-start', turn: 1, cause: 'answer' },
      { type: 'flow-run', turn: 1, flowId: 'f1', runId },
      { type: 'tool-start', turn: 1, toolId: 't1', name: 'book', arguments: '{}' },
      { type: 'tool-end', turn: 1, toolId: 't1', name: 'book', isOk: false, result: 'no', ms: 100 },
      { type: 'agent-turn', turn: 1, text: 'Booked.', times: { e2eMs: 700 } },
      { type: 'call-end', reason: 'user_hangup', durationMs: 600 },
    ]),
  );
  const [root, turn, run, tool] = spans;
  expect(spans.map(({ name }) => name)).toEqual([
    'invoke_agent Front desk',
    'invoke_agent Front desk',
    'invoke_workflow',
    'execute_tool book',
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([callId.replaceAll('-', '')]));
  expect(root).toMatchObject({ startMs: 1000, endMs: 1600, attributes: { 'gen_ai.agent.version': '3' } });
  expect(turn).toMatchObject({ parentSpanId: root?.spanId, startMs: 1100, endMs: 1500 });
  expect(turn?.attributes).toMatchObject({ 'tendril.turn.e2e_ms': 700 });
  expect(run).toMatchObject({ parentSpanId: turn?.spanId, link: { traceId: runId.replaceAll('-', '') } });
  expect(tool).toMatchObject({ startMs: 1300, endMs: 1400, error: 'The function failed.' });
});
