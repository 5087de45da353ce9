import type { LoggedEvent } from '@tendril/contract/run-event';
import * as z from 'zod';
import type { CitationTarget } from '../citations/citation-target.ts';
import type { TraceSpan } from './trace.ts';

/** What a search of a run found. */
export interface FoundPassage {
  text: string;
  title: string;
  score: number | undefined;
  /** Absent where it is of no document that is kept. */
  target: CitationTarget | undefined;
}

/** The answer that a run has given, and the places of its sources. */
export interface CitingAnswer {
  flowId: string;
  messageId: string;
  numbers: ReadonlyMap<string, number>;
}

const found = z.object({
  documents: z
    .array(
      z.object({
        id: z.string().optional(),
        pageContent: z.string(),
        metadata: z.record(z.string(), z.unknown()).default({}),
        score: z.number().optional(),
      }),
    )
    .min(1),
});
const asked = z.object({ storeId: z.string() });
const place = z.object({ path: z.array(z.string()).default([]), page: z.number().optional() });

/** The answer of a run whose sources can be opened; undefined while there is none. */
export function citingAnswer(events: readonly LoggedEvent[]): CitingAnswer | undefined {
  const start = events.find((event) => event.type === 'run-start');
  const end = events.findLast((event) => event.type === 'run-end');
  if (!start || !end?.chatMessageId) return undefined;
  const numbers = new Map<string, number>();
  for (const [index, { id }] of (end.answer?.sourceDocuments ?? []).entries())
    if (id !== undefined && !numbers.has(id)) numbers.set(id, index + 1);
  return { flowId: start.flowId, messageId: end.chatMessageId, numbers };
}

/** The passages that a search has found; none for anything else. */
export function foundPassages(span: TraceSpan, answer: CitingAnswer | undefined): FoundPassage[] {
  const { data } = span.kind === 'retrieval' ? found.safeParse(span.output) : {};
  const { storeId } = asked.safeParse(span.input).data ?? {};
  return (data?.documents ?? []).map(({ id, pageContent, metadata, score }) => ({
    text: pageContent,
    title: titleOf(metadata),
    score,
    target: id === undefined ? undefined : targetOf(id, storeId, answer),
  }));
}

/** As the answer cites it, in the version of then; else the chunk as it is now. */
function targetOf(
  chunkId: string,
  storeId: string | undefined,
  answer: CitingAnswer | undefined,
): CitationTarget | undefined {
  const number = answer?.numbers.get(chunkId);
  if (answer && number !== undefined)
    return { kind: 'answer', flowId: answer.flowId, messageId: answer.messageId, chatId: '', number };
  return storeId === undefined ? undefined : { kind: 'chunk', storeId, chunkId };
}

function titleOf({ title, source, loc }: Readonly<Record<string, unknown>>): string {
  const { path = [], page } = place.safeParse(loc).data ?? {};
  const name = [title, source].find((one) => typeof one === 'string' && one !== '');
  return [name, path.at(-1), page === undefined ? undefined : `p. ${page}`].filter(Boolean).join(' · ');
}
