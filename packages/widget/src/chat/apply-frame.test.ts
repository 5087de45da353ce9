import { expect, it } from 'vitest';
import type { Frame } from '../api/read-frames.ts';
import { applyFrame, heardQuestion } from './apply-frame.ts';
import { newAnswer } from './chat-entry.ts';

const after = (...frames: readonly [event: string, data?: unknown][]) =>
  frames.map(([event, data]): Frame => ({ event, data })).reduce(applyFrame, newAnswer('a'));

it('grows by its tokens, and ends with what it is rated by and what could be asked next', () => {
  const answer = after(
    ['start', 'Hel'],
    ['token', 'Hel'],
    ['token', 'lo'],
    ['sourceDocuments', [{ pageContent: 'x', metadata: {} }, null, 'y']],
    ['usedTools', [{ tool: 'calculator' }, { no: 'tool' }]],
    ['agentReasoning', [{ agentName: 'Clerk', messages: ['Hi'] }]],
    ['nextAgent', 'Clerk'],
    ['metadata', { chatMessageId: 'm', followUpPrompts: '["And then?","And then?",7]' }],
    ['end', '[DONE]'],
  );
  expect(answer).toMatchObject({
    status: 'done',
    text: 'Hello',
    sources: [{ pageContent: 'x' }],
    tools: [{ tool: 'calculator' }],
    steps: [{ agentName: 'Clerk' }],
    agent: 'Clerk',
    messageId: 'm',
    followUps: ['And then?'],
  });
});

it.each([
  [['error', 'No key'], { status: 'failed', error: 'No key' }],
  [['abort', '[DONE]'], { status: 'stopped' }],
] as const)('keeps what %j says of its end', (ending, expected) => {
  expect(after(['token', 'a'], [...ending], ['end', '[DONE]'])).toMatchObject({ text: 'a', ...expected });
});

it('is whole at once where the flow does not stream', () => {
  const data = { text: 'Hello', chatMessageId: 'm', usedTools: [{ tool: 'a' }] };
  expect(after(['whole', data])).toMatchObject({
    status: 'done',
    text: 'Hello',
    messageId: 'm',
    tools: [{}],
  });
  expect(after(['whole', { json: { a: 1 } }]).text).toBe('```json\n{\n  "a": 1\n}\n```');
});

it('waits where a person has to decide', () => {
  const action = {
    id: 'run-1',
    mapping: { approve: 'Proceed', reject: 'Stop', toolCalls: [] },
    elements: [
      { type: 'approve-button', label: 'Yes, do' },
      { type: 'reject-button', label: 'No' },
    ],
    data: { input: 'May I?' },
  };
  expect(after(['token', 'a'], ['action', action], ['end', '[DONE]'])).toMatchObject({
    status: 'waiting',
    decision: {
      id: 'run-1',
      text: 'May I?',
      approve: 'Yes, do',
      reject: 'No',
      mapping: { approve: 'Proceed', reject: 'Stop' },
    },
  });
});

it('is not upset by anything a server may send', () => {
  const odd: unknown[] = [undefined, null, 7, 'x', [], {}, [null], { mapping: 3, elements: 'x' }];
  const events = ['sourceDocuments', 'usedTools', 'agentReasoning', 'metadata', 'action', 'whole', 'odd'];
  for (const event of events) for (const data of odd) expect(() => after([event, data])).not.toThrow();
});

it('learns what a spoken question said', () => {
  expect(heardQuestion({ event: 'metadata', data: { question: 'Do you ship?' } })).toBe('Do you ship?');
  expect(heardQuestion({ event: 'token', data: { question: 'x' } })).toBe('');
});
