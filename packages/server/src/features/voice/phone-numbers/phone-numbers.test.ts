import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = '/api/core/v1/assistant-phone-numbers';

describe.each(databases)('phone numbers on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const post = (payload: object) => user.inject({ method: 'POST', url, payload });

  it('API-05, ENT-06, SP-03, SP-04: are listed, made, changed and deleted, unknown fields kept', async () => {
    expect((await user.inject({ url })).json()).toEqual({ data: [] });
    const body = {
      phoneNumber: '+4930123456',
      nickname: 'Desk',
      inboundAgentId: 'agent_1',
      outboundAgentId: null,
      inboundWebhookUrl: 'https://hooks.example/in',
      provider: { sip: true },
    };
    const made = await post(body);
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json().data;
    expect((await user.inject({ url })).json()).toEqual({ data: [{ ...body, id }] });
    const changed = await user.inject({ method: 'PUT', url: `${url}/${id}`, payload: { nickname: 'Night' } });
    expect(changed.json().data).toEqual({ ...body, id, nickname: 'Night' });
    await user.inject({ method: 'POST', url: `${url}/${id}/webhook-secret` });
    expect((await user.inject({ method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(204);
    expect(await app.infrastructure.db.selectFrom('webhook_secret').select('ownerId').execute()).toEqual([]);
    expect((await user.inject({ method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(404);
  });

  it.each([
    [{}, 'phoneNumber'],
    [{ phoneNumber: '030 123456' }, 'phoneNumber'],
    [{ phoneNumber: '+0123' }, 'phoneNumber'],
    [{ phoneNumber: '+4930999', inboundWebhookUrl: 'javascript:alert(1)' }, 'inboundWebhookUrl'],
    [{ phoneNumber: '+4930999', inboundAgentId: 'no id' }, 'inboundAgentId'],
    [{ phoneNumber: '+4930999', nickname: 7 }, 'nickname'],
  ])('refuse %j by its field', async (payload, path) => {
    const answer = await post(payload);
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
  });

  it('a number is in the list of a workspace once, and another workspace does not see it', async () => {
    const { id } = (await post({ phoneNumber: '+15550100' })).json().data;
    const twice = await post({ phoneNumber: '+15550100' });
    expect([twice.statusCode, twice.json().details[0].path]).toEqual([409, 'phoneNumber']);
    await app.infrastructure.db
      .updateTable('assistant_phone_number')
      .set({ workspaceId: 'elsewhere' })
      .where('id', '=', id)
      .execute();
    expect((await user.inject({ url })).json().data).toEqual([]);
    const put = await user.inject({ method: 'PUT', url: `${url}/${id}`, payload: {} });
    expect(put.statusCode).toBe(404);
    expect((await post({ phoneNumber: '+15550100' })).statusCode).toBe(201);
  });
});
