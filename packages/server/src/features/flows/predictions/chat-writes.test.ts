import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const at = { x: 0, y: 0 };

describe.each(databases)('what a turn of a chat flow writes on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  it('is two commits: the question, and the answer', async () => {
    const flow = new FlowBuilder(await readTemplates(user));
    const chain = flow.add('conversationChain', at);
    const prompt = { systemMessagePrompt: 'Answer shortly.', humanMessagePrompt: '{input}' };
    flow
      .connect(flow.add('demoModel', at), chain, 'model')
      .connect(flow.add('bufferMemory', at), chain, 'memory')
      .connect(flow.add('chatPromptTemplate', at, prompt), chain, 'chatPromptTemplate');
    const flowId = await makeFlow(user, flow.build());
    const { db, texts } = app.infrastructure;
    // It writes when it pleases.
    await texts.close();
    const transaction = vi.spyOn(db, 'transaction');
    const execute = vi.spyOn(db, 'executeQuery');
    const payload = { question: 'Hello?' };
    const answer = await user.inject({ method: 'POST', url: `${studio}/prediction/${flowId}`, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    const asked = (part: string) =>
      execute.mock.calls.filter(([query]) => 'sql' in query && query.sql.includes(part));
    const written = asked('insert into');
    // PostgreSQL commits a statement by itself: a round trip each.
    expect(transaction).toHaveBeenCalledTimes(database === 'postgres' ? 0 : 2);
    expect(written).toHaveLength(database === 'postgres' ? 2 : 0);
    const read = asked('from "chat_message"');
    expect(read, 'the history of a session that begins with this turn').toEqual([]);
  });
});
