import { expect, it } from 'vitest';
import { emptyAnswer } from './answer-view.ts';
import { applyRunEvent } from './apply-run-event.ts';
import { endFromAnswer, type VisitorFrame, visitorRun } from './visitor-events.ts';

function viewOf(frames: VisitorFrame[]) {
  let time = 0;
  const run = visitorRun('run', () => (time += 10));
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
  const event = visitorRun('run').place(endFromAnswer(body, 12));
  expect(applyRunEvent(emptyAnswer, event)).toMatchObject({ status: 'done', text: 'Yes.', ms: 12 });
});
