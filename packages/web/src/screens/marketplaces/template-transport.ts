import { tryTemplate } from '@tendril/contract/api/template-gallery';
import type { LoggedEvent } from '@tendril/contract/run-event';
import type { ChatEntry } from '../../features/chat/chat-state.ts';
import type { Asking, ChatTransport } from '../../features/chat/chat-transport.ts';
import { callStream } from '../../kit/api/call-stream.ts';

type History = { role: 'userMessage' | 'apiMessage'; content: string }[];

/** How much of the conversation a trial includes. */
const mostMessages = 100;

function toHistory(entries: readonly ChatEntry[]): History {
  const history = entries.flatMap((entry): History => {
    if (entry.kind === 'question') return [{ role: 'userMessage', content: entry.text }];
    return entry.view.text === '' ? [] : [{ role: 'apiMessage', content: entry.view.text }];
  });
  return history.slice(-mostMessages);
}

/** What a stopped trial ends with: its server side ends with the connection. */
function stoppedEnd(runId: string, seq: number): LoggedEvent {
  return { runId, seq, at: Date.now(), type: 'run-end', status: 'cancelled', ms: 0 };
}

/** Chat with a template: runs that nobody keeps, the conversation lives in this page alone. */
export function templateTransport(id: string): ChatTransport {
  let kept: readonly ChatEntry[] = [];
  let running: AbortController | undefined;

  async function* ask({ question, chatId, decision, signal }: Asking): AsyncGenerator<LoggedEvent> {
    const own = new AbortController();
    running = own;
    let last: LoggedEvent | undefined;
    const body = {
      question: decision ? '' : question,
      chatId,
      history: toHistory(kept),
      ...(decision && {
        decides: {
          runId: decision.runId,
          decision: decision.decision,
          ...(decision.note !== '' && { note: decision.note }),
        },
      }),
    };
    try {
      const both = AbortSignal.any([signal, own.signal]);
      for await (const event of callStream(tryTemplate, { params: { id }, body, signal: both })) {
        last = event;
        yield event;
      }
    } catch (thrown) {
      if (!own.signal.aborted || !last) throw thrown;
    }
    if (own.signal.aborted && last && last.type !== 'run-end') yield stoppedEnd(last.runId, last.seq + 1);
  }

  return {
    flowId: `template-${id}`,
    recordKind: 'INTERNAL',
    canAttach: false,
    ask,
    attach: () => {
      throw new Error('A trial cannot be found again');
    },
    async stop() {
      running?.abort();
    },
    load: async () => ({ entries: [], hasEarlier: false }),
    async clear() {
      kept = [];
    },
    keep: (entries) => {
      kept = entries;
    },
  };
}
