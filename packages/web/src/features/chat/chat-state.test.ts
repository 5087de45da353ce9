import { expect, it } from 'vitest';
import { emptyAnswer } from './answer-view.ts';
import { applyChatAction, type ChatAction, type ChatEntry, emptyChat, isAnswering } from './chat-state.ts';
import { logged, retrievalTurn } from './testing/logged-events.ts';

const after = (...actions: ChatAction[]) => actions.reduce(applyChatAction, emptyChat);
const question = (id: string, runId?: string): ChatEntry => ({
  kind: 'question',
  id,
  text: id,
  ...(runId && { runId }),
});
const answer = (id: string, runId: string): ChatEntry => ({
  kind: 'answer',
  id,
  view: { ...emptyAnswer, status: 'interrupted', text: 'part', runId },
});

it('a question stands in the conversation at once, with an answer that is being written', () => {
  const chat = after({ type: 'asked', id: 'a', question: 'Do you ship?' });
  expect(chat.entries.map(({ kind }) => kind)).toEqual(['question', 'answer']);
  expect(isAnswering(chat)).toBe(true);
});

it('events go to the answer that is being written and to no other', () => {
  const events = logged(retrievalTurn).map((event): ChatAction => ({ type: 'event', event }));
  const chat = after({ type: 'asked', id: 'a', question: 'Do you ship?' }, ...events);
  expect(isAnswering(chat)).toBe(false);
  expect(applyChatAction(chat, { type: 'event', event: logged(retrievalTurn, 'run-2')[11]! })).toBe(chat);
});

it('a run that was under way takes the place of the part that the history holds', () => {
  const chat = after(
    { type: 'loaded', entries: [question('q', 'run-1'), answer('partial', 'run-1')], hasEarlier: false },
    { type: 'resumed', id: 'b', runId: 'run-1', question: 'q' },
  );
  expect(chat.entries.map(({ id }) => id)).toEqual(['q', 'b']);
  expect(isAnswering(chat)).toBe(true);
});

it('a run that was under way shows its question when the history does not', () => {
  const chat = after({ type: 'resumed', id: 'b', runId: 'run-1', question: 'Do you ship?' });
  expect(chat.entries[0]).toMatchObject({ kind: 'question', text: 'Do you ship?' });
});

it('older messages come before, without those that are shown already', () => {
  const chat = after(
    { type: 'loaded', entries: [question('q2', 'run-2'), answer('a2', 'run-2')], hasEarlier: true },
    {
      type: 'earlier-loaded',
      entries: [question('q1', 'run-1'), answer('a1', 'run-1'), question('q2', 'run-2')],
      hasEarlier: false,
    },
  );
  expect(chat.entries.map(({ id }) => id)).toEqual(['q1', 'a1', 'q2', 'a2']);
  expect(chat.hasEarlier).toBe(false);
});

it('an answer that was given up says why; clearing leaves nothing', () => {
  const asked = after({ type: 'asked', id: 'a', question: 'q' });
  const failed = applyChatAction(asked, { type: 'given-up', status: 'failed', error: 'No connection.' });
  expect(failed.entries[1]).toMatchObject({ view: { status: 'failed', error: 'No connection.' } });
  expect(applyChatAction(failed, { type: 'cleared' })).toEqual(emptyChat);
});
