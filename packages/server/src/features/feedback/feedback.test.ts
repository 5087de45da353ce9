import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { makeFlow, studio, talkingFlow } from '../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

describe.each(databases)('feedback and leads on %s', (database) => {
  let house: TestApp;
  let user: TestUser;
  let flowId: string;

  beforeAll(async () => {
    house = await createTestApp({ database });
    user = await house.signIn();
    flowId = await makeFlow(user, await talkingFlow(user));
    await user.inject({ method: 'PATCH', url: `${studio}/flows/${flowId}`, payload: { isPublic: true } });
  });
  afterAll(() => house.close());

  const post = (url: string, payload: object) =>
    house.inject({ method: 'POST', url: `/api/v1/${url}`, payload });

  it('a visitor rates an answer of his chat, once, and changes his mind', async () => {
    const answer = (await post(`prediction/${flowId}`, { question: 'Hi', chatId: 'v1' })).json();
    const rating = {
      chatId: 'v1',
      messageId: answer.chatMessageId,
      rating: 'THUMBS_UP',
      content: 'Nice',
      extra: 1,
    };
    const made = await post(`feedback/${flowId}`, rating);
    expect(made.json()).toMatchObject({ chatflowid: flowId, rating: 'THUMBS_UP', content: 'Nice' });
    const again = await post(`feedback/${flowId}`, { ...rating, rating: 'THUMBS_DOWN' });
    expect(again.json().id).toBe(made.json().id);
    const changed = await house.inject({
      method: 'PUT',
      url: `/api/v1/feedback/${made.json().id}`,
      payload: { content: 'Hm' },
    });
    expect(changed.json()).toMatchObject({ rating: 'THUMBS_DOWN', content: 'Hm' });
    const list = (await user.inject({ method: 'GET', url: `/api/v1/feedback/${flowId}?chatId=v1` })).json();
    expect(list).toEqual([changed.json()]);
    expect((await post(`feedback/${flowId}`, { ...rating, chatId: 'v2' })).statusCode).toBe(404);
  });

  it('ATK-076: visitors can read neither feedback nor leads', async () => {
    for (const url of ['feedback', 'leads', 'chatmessage']) {
      expect((await house.inject({ method: 'GET', url: `/api/v1/${url}/${flowId}` })).statusCode).toBe(401);
    }
  });

  it('a visitor leaves his details', async () => {
    const lead = await post('leads', { chatflowid: flowId, chatId: 'v1', email: 'someone@example.com' });
    expect(lead.json()).toMatchObject({ chatflowid: flowId, email: 'someone@example.com', name: null });
    expect((await post('leads', { chatflowid: flowId })).statusCode).toBe(400);
    expect((await post('leads', { chatflowid: 'unknown', email: 'x' })).statusCode).toBe(401);
    expect((await user.inject({ method: 'GET', url: `/api/v1/leads/${flowId}` })).json()).toEqual([
      lead.json(),
    ]);
  });
});
