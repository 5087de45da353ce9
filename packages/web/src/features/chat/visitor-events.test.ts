import { expect, it, vi } from 'vitest';
import { emptyAnswer } from './answer-view.ts';
import { applyRunEvent } from './apply-run-event.ts';
import { endFromAnswer, type VisitorFrame, visitorRun } from './visitor-events.ts';

function viewOf(frames: VisitorFrame[]) {
  let time = 0;
  const run = visitorRun('run', undefined, () => (time += 10));
  return frames.flatMap((frame) => run.take(frame)).reduce(applyRunEvent, emptyAnswer);
}

it("the public route's frames become an answer with its sources", () => {
  const documents = [{ pageContent: 'We ship.', metadata: {} }];
  const view = viewOf([
    { event: 'start', data: 'Yes' },
    { event: 'token', data: 'Yes' },
    { event: 'token', data: ', we ship.' },
    { event: 'sourceDocuments', data: documents },
    { event: 'metadata', data: { chatId: 'c' } },
    { event: 'end', data: '[DONE]' },
  ]);
  expect(view).toMatchObject({ status: 'done', text: 'Yes, we ship.', sources: documents });
  expect(view.ms).toBeGreaterThan(0);
});

it('an error frame ends the answer as failed, in words', () => {
  const view = viewOf([
    { event: 'token', data: 'Half' },
    { event: 'error', data: 'The model did not answer.' },
    { event: 'end', data: '[DONE]' },
  ]);
  expect(view).toMatchObject({ status: 'failed', error: 'The model did not answer.', text: 'Half' });
});

it('a stopped answer keeps its part', () => {
  const view = viewOf([
    { event: 'token', data: 'Half' },
    { event: 'abort', data: '[DONE]' },
    { event: 'end', data: '[DONE]' },
  ]);
  expect(view).toMatchObject({ status: 'cancelled', text: 'Half' });
});

it('an answer in one piece, of a flow that cannot stream, is read too', () => {
  const body = {
    text: 'Yes.',
    question: 'q',
    chatId: 'c',
    chatMessageId: 'm',
    sessionId: 's',
    runId: 'r',
    isStreamValid: false,
  };
  const run = visitorRun('run');
  const view = endFromAnswer(body, 12).map(run.place).reduce(applyRunEvent, emptyAnswer);
  expect(view).toMatchObject({ status: 'done', text: 'Yes.', ms: 12, messageId: 'm' });
});

it('the last frame names the answer, the words of a spoken question and what could be asked next', () => {
  const heard = vi.fn<(question: string) => void>();
  const followUps = vi.fn<(questions: readonly string[]) => void>();
  const run = visitorRun('run', { heard, followUps });
  const view = [
    { event: 'token', data: 'Yes' },
    {
      event: 'metadata',
      data: {
        chatMessageId: 'm-1',
        question: 'Do you ship?',
        followUpPrompts: '["How long?"," ","How long?"]',
      },
    },
    { event: 'end', data: '[DONE]' },
  ]
    .flatMap((frame) => run.take(frame))
    .reduce(applyRunEvent, emptyAnswer);
  expect(view).toMatchObject({ status: 'done', messageId: 'm-1' });
  expect(heard).toHaveBeenCalledExactlyOnceWith('Do you ship?');
  expect(followUps).toHaveBeenCalledExactlyOnceWith(['How long?']);
});

it('a run that waits for a person ends as waiting, with what is asked', () => {
  const action = { id: 'a', mapping: { approve: 'Yes', reject: 'No' }, elements: [] };
  const view = viewOf([
    { event: 'action', data: action },
    { event: 'metadata', data: { chatMessageId: 'm' } },
    { event: 'end', data: '[DONE]' },
  ]);
  expect(view).toMatchObject({
    status: 'waiting',
    messageId: 'm',
    action: { id: 'a', mapping: { approve: 'Yes', reject: 'No', toolCalls: [] } },
  });
});
