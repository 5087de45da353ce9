import type { RunEvent } from '@tendril/contract/run-event';
import { expect, it } from 'vitest';
import { type AnswerView, emptyAnswer } from './answer-view.ts';
import { applyRunEvent } from './apply-run-event.ts';
import { logged, retrievalTurn } from './testing/logged-events.ts';

const viewOf = (events: readonly RunEvent[], from: AnswerView = emptyAnswer) =>
  logged(events).reduce(applyRunEvent, from);

it('a whole turn ends as text with sources, time, tokens, cost, version and the demo mark', () => {
  expect(viewOf(retrievalTurn)).toMatchObject({
    status: 'done',
    text: 'Yes, we ship [1].',
    isDemo: true,
    versionNumber: 4,
    runId: 'run-1',
    ms: 160,
    costUsd: 0.0004,
    usage: { inputTokens: 120, outputTokens: 12 },
    sources: [{ pageContent: 'We ship.' }],
  });
});

it('pieces of text add up while the answer is written', () => {
  const view = viewOf(retrievalTurn.slice(0, 13));
  expect(view).toMatchObject({ status: 'running', text: 'Yes, we ship [1].' });
});

it('an event that comes a second time, as after a re-attachment, changes nothing', () => {
  const events = logged(retrievalTurn).slice(0, 12);
  const view = events.reduce(applyRunEvent, emptyAnswer);
  expect(events.slice(1).reduce(applyRunEvent, view)).toBe(view);
});

it('a replay from the store, which has no pieces, gives the same answer', () => {
  const replay = logged(retrievalTurn).filter(({ type }) => type !== 'text-delta');
  expect(replay.reduce(applyRunEvent, emptyAnswer)).toEqual(viewOf(retrievalTurn));
});

it('a run that is replayed from its start, as after a server crash, replaces what was known', () => {
  const before = viewOf(retrievalTurn.slice(0, 13));
  const kept = viewOf(
    [
      { type: 'run-start', flowId: 'flow', question: 'q', versionNumber: 4, isDemo: true },
      { type: 'text', text: 'Yes, ', isPartial: true },
      { type: 'run-end', status: 'interrupted', ms: 90 },
    ],
    before,
  );
  expect(kept).toMatchObject({ status: 'interrupted', text: 'Yes, ', seq: 3, sources: [] });
});

it('a failed run says why, in words, and keeps what was written', () => {
  const view = viewOf([
    { type: 'text-delta', callerId: 'n', text: 'Half an ' },
    {
      type: 'run-end',
      status: 'failed',
      ms: 5,
      error: { code: 'PROVIDER_UNAUTHORIZED', message: 'The key was refused.' },
    },
  ]);
  expect(view).toMatchObject({ status: 'failed', error: 'The key was refused.', text: 'Half an ' });
});

it('a stopped run is cancelled and shows no error', () => {
  const view = viewOf([
    {
      type: 'run-end',
      status: 'cancelled',
      ms: 5,
      error: { code: 'RUN_CANCELLED', message: 'The run was stopped.' },
    },
  ]);
  expect(view.status).toBe('cancelled');
  expect(view.error).toBeUndefined();
});

it('a JSON answer is shown as a code block', () => {
  const view = viewOf([{ type: 'run-end', status: 'done', ms: 5, answer: { json: { day: 'Monday' } } }]);
  expect(view.text).toBe('```json\n{\n  "day": "Monday"\n}\n```');
});

it('tools, steps of agents and the next agent arrive while the run goes on', () => {
  const view = viewOf([
    { type: 'used-tools', callerId: 'n', tools: [{ tool: 'calculator', toolInput: '1+1', toolOutput: '2' }] },
    { type: 'next-agent', callerId: 'n', name: 'Writer' },
    {
      type: 'agent-reasoning',
      callerId: 'n',
      at: 0,
      reasoning: [{ agentName: 'Planner', messages: ['Plan'], nodeName: 'p', nodeId: 'p_0' }],
    },
    {
      type: 'agent-reasoning',
      callerId: 'n',
      at: 1,
      reasoning: [{ agentName: 'Checker', messages: ['Fine'], nodeName: 'c', nodeId: 'c_0' }],
    },
  ]);
  expect(view).toMatchObject({
    usedTools: [{ tool: 'calculator' }],
    nextAgent: 'Writer',
    agentSteps: [{ agentName: 'Planner' }, { agentName: 'Checker' }],
  });
});
