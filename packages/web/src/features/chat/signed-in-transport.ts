import { deleteChatMessages, listInternalChatMessages } from '@tendril/contract/api/chat-messages';
import { followRun, listRuns, startRun, stopRun } from '@tendril/contract/api/runs';
import { call } from '../../kit/api/call.ts';
import { callStream } from '../../kit/api/call-stream.ts';
import type { ChatTransport } from './chat-transport.ts';
import { toEntries } from './history-entries.ts';

const pageSize = 60;
const runsLookedAt = 100;

/** Chat of a signed-in person: runs of their own with a trace; `place` is where the chat stands. */
export function signedInTransport(flowId: string, place: 'canvas' | 'chat'): ChatTransport {
  const params = { id: flowId };
  const version = place === 'canvas' ? 'draft' : 'live';
  return {
    flowId,
    recordKind: 'INTERNAL',
    canAttach: true,
    ask: ({ question, chatId, uploads, leadEmail, decision, signal }) =>
      callStream(startRun, {
        params,
        body: {
          // A decision has its words beside the question.
          question: decision ? '' : question,
          chatId,
          version,
          source: place,
          ...(uploads && uploads.length > 0 && { uploads: [...uploads] }),
          ...(leadEmail && { leadEmail }),
          ...(decision && {
            decides: {
              runId: decision.runId,
              decision: decision.decision,
              ...(decision.note !== '' && { note: decision.note }),
            },
          }),
        },
        signal,
      }),
    attach: (runId, after, signal) =>
      callStream(followRun, {
        params: { id: runId },
        lastEventId: after > 0 ? String(after) : undefined,
        signal,
      }),
    async stop(runId) {
      await call(stopRun, { params: { id: runId } });
    },
    async load(chatId, page, signal) {
      const query = { chatId, order: 'DESC', page, limit: pageSize, feedback: 'true' } as const;
      const messages = await call(listInternalChatMessages, { params, query, signal });
      // Without time and cost the conversation is still worth showing.
      const runs = messages.length === 0 ? undefined : await readRuns(flowId, signal).catch(() => undefined);
      return { entries: toEntries(messages.toReversed(), runs), hasEarlier: messages.length === pageSize };
    },
    async clear(chatId) {
      await call(deleteChatMessages, { params, query: { chatId, chatType: 'INTERNAL' } });
    },
    keep: () => {},
  };
}

async function readRuns(flowId: string, signal: AbortSignal | undefined) {
  const { data } = await call(listRuns, { params: { id: flowId }, query: { limit: runsLookedAt }, signal });
  return data;
}
