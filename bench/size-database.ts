import { createHash } from 'node:crypto';
import type { SQLInputValue } from 'node:sqlite';
import { mintOrderedId } from '../packages/server/src/platform/db/ordered-id.ts';

/** A part of everything is made on machines that would take hours. */
const share = Number(process.env['BENCH_SIZE_SHARE'] ?? 1);

/** How much the database of the figures at size holds. */
const amounts = {
  sessions: 100_000 * share,
  messagesPerSession: 10,
  runs: 100_000 * share,
  eventsPerRun: 13,
  flows: 10_000 * share,
  chunks: 200_000 * share,
  loaders: 20,
  resources: 300,
};

/** What the routes are asked with. */
export interface SizePlaces {
  flowId: string;
  storeId: string;
  nodeId: string;
}

export const start = 1_760_000_000_000;
const vocabulary = Array.from({ length: 4000 }, (_, index) =>
  createHash('md5')
    .update(`word ${index}`)
    .digest('base64')
    .replace(/[^a-z]/g, '')
    .slice(0, 9),
);

/** The same text for the same number, whenever it is made. */
function textOf(number: number, words: number): string {
  let state = (number * 2_654_435_761 + 97) >>> 0;
  const text: string[] = [];
  for (let index = 0; index < words; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text.push(vocabulary[(state >>> 8) % vocabulary.length] ?? '');
  }
  return text.join(' ');
}

export type Values = Record<string, SQLInputValue>;
/** Writes rows of one workspace into a table. */
export type Fill = (table: string, rows: Iterable<Values>) => Promise<void>;

/** Fills the database of a server that has been started once, and is stopped. */
export async function fillAtSize(fill: Fill, flowData: string): Promise<SizePlaces> {
  const flowIds = await fillFlows(fill, flowData);
  const flowId = flowIds[0] ?? '';
  await fillMessages(fill, flowId);
  const storeId = await fillKnowledge(fill);
  await fillResources(fill);
  return { flowId, storeId, nodeId: 'llmChain_0' };
}

async function fillFlows(fill: Fill, flowData: string): Promise<string[]> {
  const ids = Array.from({ length: amounts.flows }, (_, index) => mintOrderedId(start + index));
  await fill(
    'flow',
    ids.map((id, index) => ({
      id,
      name: `${textOf(index, 2)} ${index}`,
      type: index % 4 === 3 ? 'MULTIAGENT' : 'CHATFLOW',
      isPublic: 0,
      deployed: 0,
      nodeNames: '[["chatOpenAI",1],["llmChain",1]]',
      draftRevision: 1,
      draftVersionId: `v-${id}`,
      publishedVersionId: index % 2 ? `v-${id}` : null,
      createdAt: start + index,
      updatedAt: start + index,
    })),
  );
  await fill(
    'flow_version',
    ids.map((id, index) => ({
      id: `v-${id}`,
      flowId: id,
      number: 1,
      kind: index % 2 ? 'published' : 'checkpoint',
      createdAt: start + index,
      flowData,
    })),
  );
  return ids;
}

async function fillMessages(fill: Fill, flowId: string): Promise<void> {
  const { sessions, messagesPerSession, runs, eventsPerRun } = amounts;
  const chatIds = Array.from({ length: sessions }, (_, index) => mintOrderedId(start + index));
  const runIds = Array.from({ length: runs }, (_, index) => mintOrderedId(start + index * 1000));
  await fill('chat_message', messages());
  await fill('run', runRows());
  await fill('event', events());

  function* messages(): Generator<Values> {
    for (let index = 0; index < sessions * messagesPerSession; index += 1) {
      // Conversations overlap, as those of many visitors do.
      const chatId = chatIds[(Math.floor(index / 200) * 20 + (index % 20)) % sessions] ?? '';
      const isQuestion = Math.floor((index % 200) / 20) % 2 === 0;
      yield {
        id: mintOrderedId(start + index),
        flowId,
        runId: runIds[Math.floor(index / messagesPerSession) % runs] ?? null,
        role: isQuestion ? 'userMessage' : 'apiMessage',
        content: textOf(index, isQuestion ? 12 : 45),
        chatType: 'EXTERNAL',
        chatId,
        sessionId: chatId,
        memoryType: 'Buffer Memory',
        status: 'done',
        isDemo: 0,
        createdAt: start + index * 30_000,
      };
    }
  }

  function* runRows(): Generator<Values> {
    for (const [index, id] of runIds.entries()) {
      const chatId = chatIds[index % sessions] ?? '';
      yield {
        id,
        flowId,
        versionNumber: 1,
        sessionId: chatId,
        chatId,
        source: index % 2 ? 'api' : 'chat',
        status: index % 50 ? 'done' : 'failed',
        question: textOf(index, 12),
        answer: textOf(index + 1, 45),
        startedAt: start + index * 1000,
        endedAt: start + index * 1000 + 700,
        ms: 700,
        inputTokens: 100,
        outputTokens: 50,
        costUsd: 0.001,
      };
    }
  }

  function* events(): Generator<Values> {
    for (const [index, runId] of runIds.entries())
      for (let seq = 1; seq <= eventsPerRun; seq += 1)
        yield {
          runId,
          seq,
          sessionId: chatIds[index % sessions] ?? '',
          at: start + index * 1000 + seq,
          kind: seq % 2 ? 'node-start' : 'node-end',
          nodeId: index % 2000 === 0 && seq === 5 ? 'seldom_0' : seq % 3 ? 'llmChain_0' : 'chatOpenAI_0',
          flowVersion: 1,
          payload: `{"type":"node-start","text":"${textOf(index + seq, 30)}"}`,
        };
  }
}

async function fillKnowledge(fill: Fill): Promise<string> {
  const { chunks, loaders } = amounts;
  const storeId = mintOrderedId(start);
  const stamps = { createdAt: start, updatedAt: start };
  await fill('document_store', [{ id: storeId, name: 'At size', description: '', ...stamps }]);
  const perLoader = chunks / loaders;
  const loaderIds = Array.from({ length: loaders }, (_, index) => mintOrderedId(start + index));
  await fill(
    'document_store_loader',
    loaderIds.map((id) => ({
      id,
      storeId,
      loaderId: 'plainText',
      loaderName: 'Text',
      loaderConfig: '{}',
      splitterId: '',
      splitterName: '',
      splitterConfig: '{}',
      source: '',
      files: '[]',
      batch: `b-${id}`,
      totalChunks: perLoader,
      totalChars: perLoader * 500,
      isStale: 0,
      chunkRevision: 1,
      ...stamps,
    })),
  );
  await fill('document_chunk', rows());
  return storeId;

  function* rows(): Generator<Values> {
    for (let index = 0; index < chunks; index += 1) {
      const loaderId = loaderIds[Math.floor(index / perLoader)] ?? '';
      yield {
        id: mintOrderedId(start + index),
        storeId,
        loaderId,
        batch: `b-${loaderId}`,
        chunkNo: (index % perLoader) + 1,
        hash: createHash('md5').update(String(index)).digest('hex'),
        pageContent: textOf(index, 70),
        metadata: '{"source":"text"}',
      };
    }
  }
}

async function fillResources(fill: Fill): Promise<void> {
  const list = Array.from({ length: amounts.resources }, (_, index) => index);
  const stamped = { createdAt: start, updatedAt: start };
  const named = (index: number) => ({ id: mintOrderedId(start + index), name: `thing_${index}`, ...stamped });
  await fill(
    'credential',
    list.map((index) => ({ ...named(index), credentialName: 'openAIApi', encryptedData: 'x', hint: '' })),
  );
  await fill(
    'variable',
    list.map((index) => ({ ...named(index), value: 'v', type: 'static', isSecret: 0 })),
  );
  await fill(
    'tool',
    list.map((index) => ({
      ...named(index),
      description: 'd',
      color: '',
      schema: '[]',
      func: 'return 1',
    })),
  );
  await fill(
    'mcp_server',
    list.slice(0, 100).map((index) => ({
      ...named(index),
      url: 'https://example.com',
      auth: 'none',
      headerName: '',
      status: 'new',
      lastError: '',
      serverName: '',
      tools: '[]',
    })),
  );
}
