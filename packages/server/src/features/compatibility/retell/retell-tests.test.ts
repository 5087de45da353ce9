import { createCredential } from '@tendril/contract/api/credentials';
import type Retell from 'retell-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnsweringModel, startAnsweringModel } from '../../../testing/answering-model.ts';
import { makeAgent } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { refusalOf as refused, retellClient } from '../../../testing/retell-client.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const wish = 'I want a table for two.';

/** By what was said in the conversation alone: several are held at once. */
function answerAs(asked: string): string {
  if (asked.startsWith('You play a person')) return asked.includes(wish) ? '[hang up]' : wish;
  if (!asked.startsWith('You check phone conversations')) return 'Certainly, a table for two.';
  return JSON.stringify({ isTrue: !asked.includes('rude'), why: 'It was kind.' });
}

describe.each(databases)('retell-sdk tests agents on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let model: AnsweringModel;
  let address: string;
  let client: Retell;
  let agentId: string;
  let engine: { type: 'retell-llm'; llm_id: string };

  beforeAll(async () => {
    model = await startAnsweringModel((asked) => answerAs(asked.map(({ content }) => content).join('\n')));
    app = await createTestApp({ database, config: { egressAllow: [model.host] } });
    user = await app.signIn();
    address = await app.listen();
    client = retellClient(address, (await makeKey(app, user.caller.workspaceId)).key);
    const secret = await user.inject({
      method: 'POST',
      url: createCredential.path,
      payload: {
        name: 'Played',
        credentialName: 'openAIApi',
        plainDataObj: { openAIApiKey: 'sk-1', basePath: model.url },
      },
    });
    agentId = await makeAgent(user, {
      llm: { credentialId: secret.json<{ id: string }>().id, model: 'gpt-4.1' },
    });
    const agent = await client.agent.retrieve(agentId);
    if (agent.response_engine.type !== 'retell-llm') throw new Error('No prompt');
    engine = { type: 'retell-llm', llm_id: agent.response_engine.llm_id };
  });
  afterAll(async () => {
    model.close();
    await app.close();
  });

  const define = (name: string, metrics = ['The agent offers a table.']) =>
    client.tests.createTestCaseDefinition({
      name,
      response_engine: engine,
      user_prompt: 'You want a table for two.',
      metrics,
      dynamic_variables: { city: 'Rome' },
      tool_mocks: [
        { tool_name: 'book', input_match_rule: { type: 'any' }, output: 'booked' },
        { tool_name: 'find', input_match_rule: { type: 'partial_match', args: { day: 1 } }, output: 'free' },
      ],
    });

  it('SIM-01: a test case is defined, read, changed, listed and deleted', async () => {
    const made = await define('A table');
    expect(made).toMatchObject({
      type: 'simulation',
      name: 'A table',
      metrics: ['The agent offers a table.'],
      dynamic_variables: { city: 'Rome' },
      response_engine: engine,
      llm_model: 'gpt-4.1',
    });
    expect(made.tool_mocks).toEqual([
      { tool_name: 'book', input_match_rule: { type: 'any' }, output: 'booked' },
      { tool_name: 'find', input_match_rule: { type: 'partial_match', args: { day: 1 } }, output: 'free' },
    ]);
    const id = made.test_case_definition_id;
    expect(await client.tests.getTestCaseDefinition(id)).toEqual(made);
    const changed = await client.tests.updateTestCaseDefinition(id, {
      metrics: ['It is kind.'],
      name: 'Kind',
    });
    expect(changed).toMatchObject({ name: 'Kind', metrics: ['It is kind.'], user_prompt: made.user_prompt });
    const other = await define('Another');
    const first = await client.tests.listTestCaseDefinitions({
      type: 'retell-llm',
      llm_id: engine.llm_id,
      limit: 1,
    });
    expect(first).toMatchObject({ has_more: true, items: [{ name: 'Another' }] });
    const rest = await client.tests.listTestCaseDefinitions({
      type: 'retell-llm',
      llm_id: engine.llm_id,
      pagination_key: first.pagination_key ?? '',
    });
    expect(rest).toMatchObject({ has_more: false, items: [{ name: 'Kind' }] });
    for (const one of [id, other.test_case_definition_id]) await client.tests.deleteTestCaseDefinition(one);
    expect((await refused(client.tests.getTestCaseDefinition(id)))[0]).toBe(422);
  });

  it('SIM-02: test cases run together against the agent, and each says how it went', async () => {
    const [kind, strict] = [await define('Kind'), await define('Strict', ['The agent is rude.'])];
    const batch = await client.tests.createBatchTest({
      response_engine: engine,
      test_case_definition_ids: [kind.test_case_definition_id, strict.test_case_definition_id],
    });
    expect(batch).toMatchObject({ total_count: 2, response_engine: engine });
    const id = batch.test_case_batch_job_id;
    await expect
      .poll(async () => (await client.tests.getBatchTest(id)).status, { timeout: 60_000 })
      .toBe('complete');
    expect(await client.tests.getBatchTest(id)).toMatchObject({
      pass_count: 1,
      fail_count: 1,
      error_count: 0,
    });
    const { items } = await client.tests.listTestRuns(id, { limit: 10 });
    const passed = items.find(({ status }) => status === 'pass');
    expect(passed).toMatchObject({
      test_case_definition_id: kind.test_case_definition_id,
      test_case_definition_snapshot: { name: 'Kind' },
      result_explanation: expect.any(String),
      transcript_snapshot: {
        transcript: expect.arrayContaining([{ role: 'user', content: wish }]),
      },
    });
    expect(await client.tests.getTestRun(passed?.test_case_job_id ?? '')).toEqual(passed);
    const listed = await client.tests.listBatchTests({ type: 'retell-llm', llm_id: engine.llm_id });
    expect(listed.items.map((one) => one.test_case_batch_job_id)).toEqual([id]);
  });

  it('what cannot be tested is refused with the field named', async () => {
    const unknown = { type: 'retell-llm' as const, llm_id: 'nothing' };
    const body = { name: 'A', user_prompt: 'B', metrics: [] };
    expect(
      await refused(client.tests.createTestCaseDefinition({ ...body, response_engine: unknown })),
    ).toEqual([400, expect.stringContaining('response_engine.llm_id')]);
    expect(
      await refused(
        client.tests.createTestCaseDefinition({ ...body, response_engine: engine, llm_model: 'gpt-4.1' }),
      ),
    ).toEqual([400, expect.stringContaining('llm_model')]);
    expect(
      await refused(
        client.tests.createBatchTest({ response_engine: engine, test_case_definition_ids: ['nothing'] }),
      ),
    ).toEqual([400, expect.stringContaining('test_case_definition_ids')]);
    expect(await refused(client.tests.listBatchTests({ type: 'conversation-flow' }))).toEqual([
      400,
      expect.stringContaining('conversation_flow_id'),
    ]);
  });

  it('a key of another workspace finds none of it, and one that only reads runs nothing', async () => {
    const made = await define('Own');
    const outsider = retellClient(address, (await makeKey(app)).key);
    const id = made.test_case_definition_id;
    for (const attempt of [
      () => outsider.tests.getTestCaseDefinition(id),
      () => outsider.tests.updateTestCaseDefinition(id, { name: 'Mine' }),
      () => outsider.tests.deleteTestCaseDefinition(id),
    ])
      expect((await refused(attempt()))[0]).toBe(422);
    const batch = { response_engine: engine, test_case_definition_ids: [id] };
    expect((await refused(outsider.tests.createBatchTest(batch)))[0]).toBe(400);
    const reading = await makeKey(app, user.caller.workspaceId);
    const { db } = app.infrastructure;
    await db.updateTable('api_key').set({ scope: 'read' }).where('id', '=', reading.keyId).execute();
    const reader = retellClient(address, reading.key);
    expect((await refused(reader.tests.createBatchTest(batch)))[0]).toBe(403);
    expect((await refused(reader.tests.deleteTestCaseDefinition(id)))[0]).toBe(403);
    expect((await reader.tests.getTestCaseDefinition(id)).name).toBe('Own');
  });
});
