import { expect, it } from 'vitest';
import type { KnowledgeService } from '../../../knowledge/document-stores/public.ts';
import type { ResponderCall } from './call-responder.ts';
import { createFindPassages } from './find-passages.ts';

it.each([1, 3])(
  'knowledgeTopK: of all knowledge bases together the %i nearest passages are given',
  async (knowledgeTopK) => {
    const asked: unknown[] = [];
    const search = async (_: unknown, id: string, { topK }: { topK?: number }) => {
      asked.push([id, topK]);
      return [0.9, 0.5, 0.1].map((score) => ({ pageContent: `${id} ${score}`, score, source: '' }));
    };
    const call = {
      ...{ callId: 'c', workspaceId: 'w', isPrivate: false, emit: () => {} },
      snapshot: { llm: { knowledgeBaseIds: ['first', 'second'], knowledgeTopK } },
    } as unknown as ResponderCall;
    const find = createFindPassages(call, { search } as unknown as Pick<KnowledgeService, 'search'>);
    const found = await find('When do you open?', {
      emit: () => {},
      signal: new AbortController().signal,
      turn: 1,
    });
    expect(found).toEqual(['first 0.9', 'second 0.9', 'first 0.5'].slice(0, knowledgeTopK));
    expect(asked).toEqual([
      ['first', knowledgeTopK],
      ['second', knowledgeTopK],
    ]);
  },
);
