import { abortChat, predict, predictionAnswer } from '@tendril/contract/api/predictions';
import { newId } from '@tendril/contract/page/new-id';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { call, toOutgoing } from '../../kit/api/call.ts';
import { readSse } from '../../kit/api/read-sse.ts';
import { send, toRequestError } from '../../kit/api/send.ts';
import type { Asking, ChatTransport } from './chat-transport.ts';
import { endFromAnswer, type VisitorFrame, visitorRun } from './visitor-events.ts';
import { forgetTranscript, keepTranscript, readTranscript } from './visitor-transcript.ts';

/** Chat of a visitor without an account: asks by the public route and remembers the conversation in the browser. */
export function visitorTransport(flowId: string, isDemo: boolean): ChatTransport {
  return {
    flowId,
    recordKind: 'EXTERNAL',
    canAttach: false,
    ask: (request) => askAsVisitor(flowId, isDemo, request),
    attach: () => {
      throw new Error('A visitor has no run to find again.');
    },
    async stop(_runId, chatId) {
      await call(abortChat, { params: { chatflowid: flowId, chatid: chatId } });
    },
    load: async () => ({ entries: readTranscript(flowId), hasEarlier: false }),
    clear: async () => forgetTranscript(flowId),
    keep: (entries) => keepTranscript(flowId, entries),
  };
}

async function* askAsVisitor(flowId: string, isDemo: boolean, asking: Asking): AsyncGenerator<LoggedEvent> {
  const { question, signal, notes } = asking;
  const body = toBody(asking);
  const response = await send(toOutgoing(predict, { params: { id: flowId }, body, signal }));
  const run = visitorRun(newId(), notes);
  const startedAt = Date.now();
  yield run.place({ type: 'run-start', flowId, question, versionNumber: 0, isDemo });
  try {
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      const answer = predictionAnswer.parse(await response.json());
      for (const event of endFromAnswer(answer, Date.now() - startedAt, notes)) yield run.place(event);
      return;
    }
    if (!response.body) return;
    for await (const { data } of readSse(response.body)) yield* run.take(readFrame(data));
  } catch (cause) {
    throw toRequestError(cause, signal);
  }
}

function toBody({ question, chatId, uploads, leadEmail, decision }: Asking) {
  const asked = { question, chatId, streaming: true, ...(leadEmail && { leadEmail }) };
  if (decision) return { ...asked, ...decisionBody(decision) };
  return { ...asked, ...(uploads && uploads.length > 0 && { uploads: [...uploads] }) };
}

// The button's words go back as the question, with the action they belong to.
function decisionBody({ action, decision, note }: NonNullable<Asking['decision']>) {
  const { id, mapping } = action;
  const words = decision === 'approve' ? mapping.approve : mapping.reject;
  return {
    question: words,
    action: {
      id,
      mapping: { approve: mapping.approve, reject: mapping.reject },
      ...(note !== '' && { note }),
    },
  };
}

function readFrame(data: string): VisitorFrame {
  try {
    return JSON.parse(data) as VisitorFrame;
  } catch {
    return { event: '', data };
  }
}
