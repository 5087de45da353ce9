import { randomUUID } from 'node:crypto';
import type { NodeEvent } from '@tendril/contract/run-event';
import type { KnowledgeService } from '../../../knowledge/document-stores/public.ts';
import type { ResponderCall } from './call-responder.ts';

/** A caller does not wait longer than this for a search. */
const searchMs = 5000;
const maxPassageLength = 4000;
const wordsOf = new Intl.Segmenter(undefined, { granularity: 'word' });

interface PassageSearch {
  emit(event: NodeEvent): void;
  signal: AbortSignal;
  turn: number;
}

/** Finds the passages of the agent's knowledge bases nearest to the caller's words; none when nothing was said. */
export type FindPassages = (words: string, search: PassageSearch) => Promise<string[]>;

/** Searches the knowledge bases of one agent. A failed search costs only its passages, and emits an error. */
export function createFindPassages(
  call: ResponderCall,
  knowledge: Pick<KnowledgeService, 'search'>,
): FindPassages {
  const { knowledgeBaseIds, knowledgeTopK: topK } = call.snapshot.llm;

  return async (words, { emit, signal, turn }) => {
    if (knowledgeBaseIds.length === 0 || words.trim() === '') return [];
    const startedAt = performance.now();
    const step = { stepId: randomUUID(), kind: 'retrieval', name: 'Knowledge' } as const;
    const within = AbortSignal.any([signal, AbortSignal.timeout(searchMs)]);
    emit({ type: 'step-start', ...step, input: { question: words, topK } });
    // Of a private call nothing is noted that was said in it.
    const callId = call.isPrivate || !asksSomething(words) ? undefined : call.callId;
    const searches = knowledgeBaseIds.map((id) =>
      knowledge.search(call, id, { question: words, topK, signal: within, callId, emit }),
    );
    const settled = await Promise.race([Promise.allSettled(searches), failingOn(within, searches.length)]);
    const found = settled
      .flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      .sort((one, other) => other.score - one.score)
      .slice(0, topK);
    const failures = settled.flatMap((one) => (one.status === 'rejected' ? [messageOf(one.reason)] : []));
    emit({
      type: 'step-end',
      ...step,
      output: found.map(({ pageContent, score, source }) => ({ pageContent, score, source })),
      ...(failures.length > 0 && { error: failures.join(' ') }),
      ms: Math.round(performance.now() - startedAt),
    });
    if (failures.length > 0 && !signal.aborted)
      call.emit({
        type: 'call-error',
        code: 'NODE_FAILED',
        message: `Knowledge: ${failures.join(' ')}`,
        turn,
      });
    return found.map(({ pageContent }) => pageContent.slice(0, maxPassageLength));
  };
}

/** Every turn is looked up, also "Yes, please": only what may be a question counts where nothing is found. */
function asksSomething(words: string): boolean {
  return (
    /[?？]\s*$/.test(words) || [...wordsOf.segment(words)].filter(({ isWordLike }) => isWordLike).length > 3
  );
}

function failingOn(signal: AbortSignal, count: number): Promise<PromiseRejectedResult[]> {
  return new Promise((resolve) => {
    const fail = () => {
      const one: PromiseRejectedResult = {
        status: 'rejected',
        reason: new Error('The search took too long.'),
      };
      resolve(Array.from({ length: Math.min(count, 1) }, () => one));
    };
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
