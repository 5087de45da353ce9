import { createCall } from '@tendril/contract/api/calls';
import { retellPrefix } from '@tendril/contract/api/retell-pages';
import Retell from 'retell-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

type Listed = Record<string, unknown> & { call_id: string };

describe.each(databases)('retell-sdk talks of calls on %s', (database) => {
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

  const clientOf = (apiKey: string) =>
    new Retell({ apiKey, baseURL: `${address}${retellPrefix}`, maxRetries: 0 });
  const refused = async (asked: Promise<unknown>): Promise<[number, string]> => {
    const error = await asked.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof Retell.APIError)) throw new Error(`Not refused: ${String(error)}`);
    return [Number(error.status), (error.error as { message: string }).message];
  };
  /** A call whose page says one thing and hangs up. */
  const talk = async (rest: object = {}) => {
    const made = await client.call.createWebCall({ agent_id: agentId, ...rest });
    const { socket_url: socketUrl } = made as unknown as { socket_url: string };
    const { origin, pathname } = new URL(socketUrl.replace('ws', 'http'));
    // The page of another site, which may: the call was registered with a key.
    const page = new CallClient(origin, pathname, made.access_token, 'https://shop.example');
    await page.event('call-start');
    return { id: made.call_id, page };
  };
  const hangUp = async (page: CallClient) => {
    page.send({ type: 'hang-up' });
    await page.closed;
  };
  const ids = async (body: Retell.CallListParams) =>
    ((await client.call.list(body)).items as unknown as Listed[]).map(({ call_id: id }) => id);

  it('R-31: a web call is registered, talked, read, changed and deleted', async () => {
    const { id, page } = await talk({
      metadata: { order: 7 },
      retell_llm_dynamic_variables: { city: 'Rome' },
    });
    expect(await page.say('When does the shop open?')).toContain('seven');
    expect(await client.call.retrieve(id)).toMatchObject({ call_status: 'ongoing', call_type: 'web_call' });
    await hangUp(page);
    expect(await client.call.retrieve(id)).toMatchObject({
      call_id: id,
      agent_id: agentId,
      call_status: 'ended',
      disconnection_reason: 'user_hangup',
      metadata: { order: 7 },
      retell_llm_dynamic_variables: { city: 'Rome' },
      transcript: expect.stringContaining('When does the shop open?'),
      transcript_with_tool_calls: expect.any(Array),
    });
    expect(await client.call.update(id, { metadata: { order: 8 } })).toMatchObject({
      metadata: { order: 8 },
    });
    await client.call.delete(id);
    expect((await refused(client.call.retrieve(id)))[0]).toBe(422);
    expect((await refused(client.call.delete(id)))[0]).toBe(422);
  });

  it('a call that is over is analysed again, and one that is not is refused', async () => {
    const { id, page } = await talk();
    expect((await refused(client.call.rerunAnalysis(id)))[0]).toBe(409);
    await page.say('When does the shop open?');
    await hangUp(page);
    await expect
      .poll(async () => (await client.call.retrieve(id)).call_analysis?.call_summary)
      .toContain('When does the shop open?');
    await app.infrastructure.db
      .updateTable('call')
      .set({ analysis: '{"callSummary":"old"}' })
      .where('id', '=', id)
      .execute();
    const again = await client.call.rerunAnalysis(id);
    expect(again.call_analysis?.call_summary).toContain('When does the shop open?');
    expect((await client.call.retrieve(id)).call_analysis).toEqual(again.call_analysis);
    const outsider = clientOf((await makeKey(app)).key);
    expect((await refused(outsider.call.rerunAnalysis(id)))[0]).toBe(422);
    await client.call.delete(id);
  });

  it('a call in progress is stopped, and one that is over is not', async () => {
    const { id, page } = await talk();
    // Testing the agent by writing takes no place.
    const { socketPath, token } = await registerCall(user, agentId, { version: 'draft' });
    const test = new CallClient(address, socketPath, token);
    await test.event('call-start');
    expect(await client.concurrency.retrieve()).toMatchObject({
      current_concurrency: 1,
      concurrency_limit: expect.any(Number),
    });
    await hangUp(test);
    await client.call.stop(id);
    await page.closed;
    expect(await client.call.retrieve(id)).toMatchObject({ disconnection_reason: 'manual_stopped' });
    expect((await refused(client.call.stop(id)))[0]).toBe(409);
  });

  it('calls are listed by pages, by any of their filters, with their number', async () => {
    const mine: string[] = [];
    for (const customer of ['ada', 'bob', 'Adam']) {
      const { id, page } = await talk({ metadata: { customer }, retell_llm_dynamic_variables: { customer } });
      await hangUp(page);
      mine.unshift(id);
    }
    const first = await client.call.list({ limit: 2, include_total: true });
    expect(first).toMatchObject({ has_more: true, total: 4 });
    expect((first.items as unknown as Listed[]).map(({ call_id: id }) => id)).toEqual(mine.slice(0, 2));
    const key = first.pagination_key ?? '';
    expect((await ids({ limit: 2, pagination_key: key }))[0]).toBe(mine[2]);
    expect(await ids({ limit: 1, skip: 1 })).toEqual([mine[1]]);
    // Calls of one moment are all listed, on whichever page they are.
    await app.infrastructure.db
      .updateTable('call')
      .set({ createdAt: 5000 })
      .where('id', 'in', mine)
      .execute();
    const met: string[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const part = await client.call.list({ limit: 1, ...(next !== '' && { pagination_key: next }) });
      met.push(...(part.items as unknown as Listed[]).map(({ call_id: id }) => id));
      next = part.pagination_key;
    }
    expect(met.filter((id) => mine.includes(id)).toSorted()).toEqual(mine.toSorted());
    const now = Date.now();
    for (const [at, id] of mine.entries())
      await app.infrastructure.db
        .updateTable('call')
        .set({ createdAt: now - at })
        .where('id', '=', id)
        .execute();
    expect((await ids({ sort_order: 'ascending' })).toReversed().slice(0, 3)).toEqual(mine);
    const by = (filter_criteria: Retell.CallListParams.FilterCriteria) => ids({ filter_criteria });
    const word = (op: 'eq' | 'sw' | 'ne', value: string) => [
      { type: 'string', op, value, key: 'customer' } as const,
    ];
    expect(await by({ metadata: word('sw', 'ad') })).toEqual([mine[0], mine[2]]);
    expect(await by({ dynamic_variables: word('eq', 'bob') })).toEqual([mine[1]]);
    expect(await by({ call_id: { type: 'enum', op: 'in', value: [mine[1] ?? ''] } })).toEqual([mine[1]]);
    expect(await by({ agent: [{ agent_id: 'nobody' }] })).toEqual([]);
    expect(await by({ agent: [{ agent_id: agentId, version: [0] }] })).toHaveLength(4);
    expect(await by({ call_type: { type: 'enum', op: 'in', value: ['phone_call'] } })).toEqual([]);
    expect(
      await by({ disconnection_reason: { type: 'enum', op: 'in', value: ['manual_stopped'] } }),
    ).toHaveLength(1);
    expect(await by({ duration_ms: { type: 'number', op: 'ge', value: 3_600_000 } })).toEqual([]);
    expect(await by({ start_timestamp: { type: 'range', op: 'bt', value: [0, Date.now()] } })).toHaveLength(
      4,
    );
    const counted = await client.call.list({
      filter_criteria: { metadata: word('ne', 'bob') },
      limit: 1,
      include_total: true,
    });
    expect(counted).toMatchObject({ has_more: true, total: 2 });
  });

  it('tests of the editor are not among them, nor calls of others', async () => {
    const before = (await ids({})).length;
    await user.inject({
      method: 'POST',
      url: createCall.path,
      payload: { agentId, channel: 'text', version: 'draft' },
    });
    expect(await ids({})).toHaveLength(before);
    const outsider = clientOf((await makeKey(app)).key);
    expect((await outsider.call.list()).items).toEqual([]);
    expect((await refused(outsider.call.retrieve((await ids({}))[0] ?? '')))[0]).toBe(422);
  });

  it('refuses by name what it would not do', async () => {
    const call = { agent_id: agentId };
    expect(
      await refused(client.call.createWebCall({ ...call, agent_override: { agent: { voice_speed: 2 } } })),
    ).toEqual([400, expect.stringContaining('agent_override')]);
    expect(await refused(client.call.createWebCall({ ...call, current_state: 'greeting' }))).toEqual([
      400,
      expect.stringContaining('current_state'),
    ]);
    const { call_id: id } = await client.call.createWebCall(call);
    expect(await refused(client.call.update(id, { data_storage_setting: 'basic_attributes_only' }))).toEqual([
      400,
      expect.stringContaining('data_storage_setting'),
    ]);
    const batch = { type: 'string', op: 'eq', value: 'x' } as const;
    expect(await refused(client.call.list({ filter_criteria: { batch_call_id: batch } }))).toEqual([
      400,
      expect.stringContaining('batch_call_id'),
    ]);
    for (const asked of [
      () => client.call.listenLive(id),
      () => client.chat.rerunAnalysis(id),
      () => client.playground.completion(agentId, { messages: [] }),
      () => client.mcpTool.getMcpTools(agentId, { mcp_id: 'one' }),
    ])
      expect(await refused(asked())).toEqual([501, expect.stringContaining('not served here')]);
    const unknown = await fetch(`${address}${retellPrefix}/get-nothing/1`);
    expect(unknown.status).toBe(404);
  });
});
