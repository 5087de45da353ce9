import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const chats = Array.from({ length: 6 }, () => randomUUID());

describe.each(databases)('feedback and leads on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let flowId: string;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    flowId = await makeFlow(user, await talkingFlow(user));
    await user.inject({ method: 'PATCH', url: `${studio}/flows/${flowId}`, payload: { isPublic: true } });
  });
  afterAll(() => app.close());

  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/v1/${url}`, payload });

  it('a visitor rates an answer of his chat, once, and changes his mind', async () => {
    const answer = (await post(`prediction/${flowId}`, { question: 'Hi', chatId: chats[1] })).json();
    const rating = {
      chatId: chats[1],
      messageId: answer.chatMessageId,
      rating: 'THUMBS_UP',
      content: 'Nice',
      extra: 1,
    };
    const made = await post(`feedback/${flowId}`, rating);
    expect(made.json()).toMatchObject({ chatflowid: flowId, rating: 'THUMBS_UP', content: 'Nice' });
    const again = await post(`feedback/${flowId}`, { ...rating, rating: 'THUMBS_DOWN' });
    expect(again.json().id).toBe(made.json().id);
    const changed = await app.inject({
      method: 'PUT',
      url: `/api/v1/feedback/${made.json().id}`,
      payload: { content: 'Hm' },
    });
    expect(changed.json()).toMatchObject({ rating: 'THUMBS_DOWN', content: 'Hm' });
    const list = (
      await user.inject({ method: 'GET', url: `/api/v1/feedback/${flowId}?chatId=${chats[1]}` })
    ).json();
    expect(list).toEqual([changed.json()]);
    expect((await post(`feedback/${flowId}`, { ...rating, chatId: chats[2] })).statusCode).toBe(404);
  });

  it('ratings of one answer that come at once are one', async () => {
    const answer = (await post(`prediction/${flowId}`, { question: 'Hi', chatId: chats[2] })).json();
    const rating = { chatId: chats[2], messageId: answer.chatMessageId, rating: 'THUMBS_UP' };
    const made = await Promise.all(Array.from({ length: 8 }, () => post(`feedback/${flowId}`, rating)));
    expect(new Set(made.map((one) => one.json().id)).size).toBe(1);
  });

  it('leaves no rating of a flow that is deleted while it comes', async () => {
    for (let round = 0; round < 8; round += 1) {
      const goneId = await makeFlow(user, await talkingFlow(user));
      const url = `/api/v1/prediction/${goneId}`;
      const question = { question: 'Hi', chatId: chats[4] };
      const answer = (await user.inject({ method: 'POST', url, payload: question })).json();
      const payload = { chatId: chats[4], messageId: answer.chatMessageId, rating: 'THUMBS_UP' };
      const rated = user.inject({ method: 'POST', url: `/api/v1/feedback/${goneId}`, payload });
      for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate);
      const removed = user.inject({ method: 'DELETE', url: `${studio}/flows/${goneId}` });
      await Promise.all([rated, removed]);
      const { db } = app.infrastructure;
      const left = db.selectFrom('feedback').select('id').where('flowId', '=', goneId).execute();
      expect(await left).toEqual([]);
    }
  });

  it('ATK-076: visitors can read neither feedback nor leads', async () => {
    for (const url of ['feedback', 'leads', 'chatmessage']) {
      expect((await app.inject({ method: 'GET', url: `/api/v1/${url}/${flowId}` })).statusCode).toBe(401);
    }
  });

  it('a visitor leaves his details', async () => {
    const lead = await post('leads', { chatflowid: flowId, chatId: chats[1], email: 'someone@example.com' });
    expect(lead.json()).toMatchObject({ chatflowid: flowId, email: 'someone@example.com', name: null });
    expect((await post('leads', { chatflowid: flowId })).statusCode).toBe(400);
    expect((await post('leads', { chatflowid: 'unknown', email: 'x' })).statusCode).toBe(401);
    expect((await user.inject({ method: 'GET', url: `/api/v1/leads/${flowId}` })).json()).toEqual([
      lead.json(),
    ]);
  });

  it('details that a visitor left are deleted one by one, by people of the workspace only', async () => {
    const lead = (await post('leads', { chatflowid: flowId, chatId: chats[3], name: 'Gone' })).json();
    const url = `${studio}/leads/${lead.id}`;
    expect((await app.inject({ method: 'DELETE', url })).statusCode).toBe(401);
    await app.infrastructure.db
      .updateTable('lead')
      .set({ workspaceId: 'x' })
      .where('id', '=', lead.id)
      .execute();
    expect((await user.inject({ method: 'DELETE', url })).statusCode).toBe(404);
    const { workspaceId } = user.caller;
    await app.infrastructure.db.updateTable('lead').set({ workspaceId }).where('id', '=', lead.id).execute();
    expect((await user.inject({ method: 'DELETE', url })).statusCode).toBe(204);
    expect((await user.inject({ method: 'DELETE', url })).statusCode).toBe(404);
    expect((await user.inject({ method: 'GET', url: `${studio}/leads/${flowId}` })).body).not.toContain(
      'Gone',
    );
  });

  it('what the owner has switched off is not taken from visitors', async () => {
    const answer = (await post(`prediction/${flowId}`, { question: 'Hi', chatId: chats[4] })).json();
    const rating = { chatId: chats[4], messageId: answer.chatMessageId, rating: 'THUMBS_UP' };
    const set = (status: boolean) =>
      user.inject({
        method: 'PATCH',
        url: `${studio}/flows/${flowId}/settings`,
        payload: { chatbotConfig: { leads: { status }, chatFeedback: { status } } },
      });
    await set(false);
    expect((await post('leads', { chatflowid: flowId, email: 'a@b.example' })).statusCode).toBe(403);
    expect((await post(`feedback/${flowId}`, rating)).statusCode).toBe(403);
    await set(true);
    expect((await post('leads', { chatflowid: flowId, email: 'a@b.example' })).statusCode).toBe(200);
    expect((await post(`feedback/${flowId}`, rating)).statusCode).toBe(200);
  });

  it('the address that a visitor left stands with what he says from then on', async () => {
    await post(`prediction/${flowId}`, { question: 'Hi', chatId: chats[5], leadEmail: 'ada@example.com' });
    const messages = (
      await user.inject({ method: 'GET', url: `/api/v1/chatmessage/${flowId}?chatId=${chats[5]}` })
    ).json();
    expect(messages.map((message: { leadEmail: string }) => message.leadEmail)).toEqual([
      'ada@example.com',
      'ada@example.com',
    ]);
  });
});
