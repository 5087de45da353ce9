import type Retell from 'retell-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { refusalOf as refused, retellClient } from '../../../testing/retell-client.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.each(databases)('retell-sdk chats on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let address: string;
  let client: Retell;
  let agentId: string;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    address = await app.listen();
    client = clientOf((await makeKey(app, user.caller.workspaceId)).key);
    agentId = await makeAgent(user, { llm: { generalPrompt: 'The shop opens at seven.' } });
  });
  afterAll(() => app.close());

  const clientOf = (apiKey: string) => retellClient(address, apiKey);
  const ids = async (body: Retell.ChatListParams) =>
    ((await client.chat.list(body)).items ?? []).map(({ chat_id: id }) => id);

  it('R-31: a chat is begun, answered over several requests, read, changed, ended and deleted', async () => {
    const chat = await client.chat.create({
      agent_id: agentId,
      metadata: { order: 7 },
      retell_llm_dynamic_variables: { city: 'Rome' },
    });
    expect(chat).toMatchObject({ agent_id: agentId, chat_status: 'ongoing', chat_type: 'api_chat' });
    const { messages } = await client.chat.createChatCompletion({
      chat_id: chat.chat_id,
      content: 'When does the shop open?',
    });
    expect(messages).toEqual([
      expect.objectContaining({ role: 'agent', content: expect.stringContaining('seven') }),
    ]);
    await client.chat.createChatCompletion({ chat_id: chat.chat_id, content: 'And on Sunday?' });
    const during = await client.chat.retrieve(chat.chat_id);
    expect(during).toMatchObject({
      chat_status: 'ongoing',
      metadata: { order: 7 },
      retell_llm_dynamic_variables: { city: 'Rome' },
      transcript: expect.stringContaining('User: When does the shop open?'),
    });
    const seen = (during.message_with_tool_calls ?? []).map(({ message_id: id }) => id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toContain((messages[0] as { message_id: string }).message_id);
    expect(
      await client.chat.update(chat.chat_id, {
        metadata: { order: 8 },
        override_dynamic_variables: { city: 'Oslo' },
      }),
    ).toMatchObject({ metadata: { order: 8 } });
    await client.chat.end(chat.chat_id);
    expect(await client.chat.retrieve(chat.chat_id)).toMatchObject({
      chat_status: 'ended',
      end_timestamp: expect.any(Number),
      transcript: expect.stringContaining('And on Sunday?'),
      collected_dynamic_variables: { city: 'Oslo' },
    });
    expect((await refused(client.chat.end(chat.chat_id)))[0]).toBe(409);
    expect(
      (
        await refused(client.chat.createChatCompletion({ chat_id: chat.chat_id, content: 'Still there?' }))
      )[0],
    ).toBe(409);
    await client.chat.delete(chat.chat_id);
    expect((await refused(client.chat.retrieve(chat.chat_id)))[0]).toBe(422);
  });

  it('chats are listed by filters and pages, apart from calls', async () => {
    const made: string[] = [];
    for (const order of [1, 2, 3])
      made.unshift((await client.chat.create({ agent_id: agentId, metadata: { order } })).chat_id);
    await client.chat.end(made[0] ?? '');
    expect((await ids({ limit: 3 })).sort()).toEqual([...made].sort());
    expect(
      await ids({ filter_criteria: { chat_status: { type: 'enum', op: 'in', value: ['ended'] } }, limit: 1 }),
    ).toEqual(made.slice(0, 1));
    // Fractions and numbers that no column could hold are compared like any other.
    const fractions = {
      duration_ms: { type: 'number' as const, op: 'ge' as const, value: -153.5 },
      start_timestamp: { type: 'range' as const, op: 'bt' as const, value: [0.5, 1e300] as [number, number] },
      agent: [{ agent_id: agentId, version: [0, 1, 2 ** 40] }],
    };
    expect((await ids({ filter_criteria: fractions as never, limit: 3 })).sort()).toEqual([...made].sort());
    const first = await client.chat.list({ limit: 2, sort_order: 'descending', include_total: true });
    expect(first).toMatchObject({ has_more: true, total: expect.any(Number) });
    const next = await client.chat.list({ limit: 2, pagination_key: first.pagination_key ?? '' });
    expect([...first.items, ...next.items].map(({ chat_id: id }) => id).slice(0, 3)).toEqual(made);
    const calls = (await client.call.list({})).items as { call_id: string }[];
    expect(calls.filter(({ call_id: id }) => made.includes(id))).toEqual([]);
    for (const id of made.slice(1)) await client.chat.end(id);
  });

  it('a chat agent is made, read, changed, listed by its channel, published and deleted', async () => {
    const llm = await client.llm.create({ general_prompt: 'You sell lamps.', start_speaker: 'user' });
    const engine = { type: 'retell-llm' as const, llm_id: llm.llm_id };
    const agent = await client.chatAgent.create({
      agent_name: 'Lamps',
      response_engine: engine,
      end_chat_after_silence_ms: 120_000,
      post_chat_analysis_data: [{ type: 'string', name: 'lamp', description: 'Which lamp' }],
    });
    expect(agent).toMatchObject({
      agent_name: 'Lamps',
      response_engine: engine,
      end_chat_after_silence_ms: 120_000,
      post_chat_analysis_data: [expect.objectContaining({ name: 'lamp' })],
    });
    expect(await client.chatAgent.retrieve(agent.agent_id)).toEqual(agent);
    expect(
      await client.chatAgent.update(agent.agent_id, {
        agent_name: 'Lamps 2',
        end_chat_after_silence_ms: null,
      }),
    ).toMatchObject({ agent_name: 'Lamps 2', end_chat_after_silence_ms: 3_600_000 });
    const channel = (value: 'chat' | 'voice') => ({
      filter_criteria: { channel: { type: 'string' as const, op: 'eq' as const, value } },
    });
    const listed = async (value: 'chat' | 'voice') =>
      ((await client.chatAgent.list(channel(value))).items ?? []).map(({ agent_id: id }) => id);
    expect(await listed('chat')).toEqual([agent.agent_id]);
    expect(await listed('voice')).not.toContain(agent.agent_id);
    await client.chatAgent.publish(agent.agent_id, { version: 0 });
    expect((await client.chatAgent.getVersions(agent.agent_id)).map(({ is_published: is }) => is)).toEqual([
      false,
      true,
    ]);
    expect((await refused(client.chatAgent.retrieve(agentId)))[0]).toBe(422);
    await client.chatAgent.delete(agent.agent_id);
    expect((await refused(client.chatAgent.retrieve(agent.agent_id)))[0]).toBe(422);
  });

  it('what is not served is refused by name', async () => {
    const [status, message] = await refused(
      client.chat.createSMSChat({ from_number: '+12025550123', to_number: '+12025550124' }),
    );
    expect([status, message]).toEqual([501, expect.stringContaining('text messages')]);
    expect((await refused(client.chat.rerunAnalysis('some-chat')))[0]).toBe(501);
    const chat = await client.chat.create({ agent_id: agentId });
    const [refusal, words] = await refused(
      client.chat.update(chat.chat_id, { custom_attributes: { vip: true } }),
    );
    expect([refusal, words]).toEqual([400, expect.stringContaining('custom_attributes')]);
    await client.chat.end(chat.chat_id);
    expect(
      await refused(
        client.chatAgent.create({
          response_engine: { type: 'custom-llm', llm_websocket_url: 'wss://llm.example/x' },
          auto_close_message: 'Goodbye',
        }),
      ),
    ).toEqual([400, expect.stringContaining('auto_close_message')]);
  });

  it('a key of another workspace finds no chat, and one that only reads begins none', async () => {
    const chat = await client.chat.create({ agent_id: agentId });
    const outsider = clientOf((await makeKey(app)).key);
    const attempts = [
      () => outsider.chat.retrieve(chat.chat_id),
      () => outsider.chat.update(chat.chat_id, { metadata: {} }),
      () => outsider.chat.createChatCompletion({ chat_id: chat.chat_id, content: 'Hello?' }),
      () => outsider.chat.end(chat.chat_id),
      () => outsider.chat.delete(chat.chat_id),
      () => outsider.chat.create({ agent_id: agentId }),
      () => outsider.chatAgent.retrieve(agentId),
    ];
    for (const attempt of attempts) expect((await refused(attempt()))[0]).toBe(422);
    expect(await client.chat.retrieve(chat.chat_id)).toMatchObject({ chat_status: 'ongoing' });
    const reading = await makeKey(app, user.caller.workspaceId);
    const { db } = app.infrastructure;
    await db.updateTable('api_key').set({ scope: 'read' }).where('id', '=', reading.keyId).execute();
    const reader = clientOf(reading.key);
    expect((await refused(reader.chat.create({ agent_id: agentId })))[0]).toBe(403);
    expect(
      (await refused(reader.chat.createChatCompletion({ chat_id: chat.chat_id, content: 'Hello?' })))[0],
    ).toBe(403);
    const [status, message] = await refused(
      client.chat.createChatCompletion({ chat_id: chat.chat_id, content: '' }),
    );
    expect([status, message]).toEqual([400, expect.stringContaining('content')]);
    await client.chat.end(chat.chat_id);
  });
});
