import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { type FormPart, formOf, onePixel } from '../../../testing/send-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const half = 'x'.repeat(600_000);

describe('files of visitors', () => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;

  beforeAll(async () => {
    app = await createTestApp({ config: { visitorFilesMb: 1, flowChatFilesMb: 2, workspaceFilesMb: 4 } });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
  });
  afterAll(() => app.close());

  const makeOpen = async () => {
    const id = await makeFlow(user, await talkingFlow(user));
    const payload = { isPublic: true, chatbotConfig: { fullFileUpload: { status: true } } };
    const answer = await user.inject({ method: 'PATCH', url: `${studio}/flows/${id}/settings`, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return id;
  };
  const send = async (
    id: string,
    files: FormPart[],
    chatId: string = randomUUID(),
    remoteAddress = '192.0.2.1',
  ) =>
    app.inject({
      method: 'POST',
      url: `/api/v1/attachments/${id}/${chatId}`,
      remoteAddress,
      ...(await formOf(files)),
    });
  const ask = async (id: string, files: FormPart[]) =>
    app.inject({
      method: 'POST',
      url: `/api/v1/prediction/${id}`,
      ...(await formOf(files, { question: 'Hello', chatId: randomUUID() })),
    });
  const stored = () => {
    try {
      return readdirSync(join(app.infrastructure.config.home, 'files', user.caller.workspaceId)).sort();
    } catch {
      return [];
    }
  };

  it('of a type that the flow does not take are not stored', async () => {
    const id = await makeOpen();
    const before = stored();
    const chatId = randomUUID();
    const refused: FormPart[] = [
      { name: 'page.pdf', content: '%PDF-1.7\n1 0 obj' },
      { name: 'tool.exe', content: 'MZ\0\x01\x02', type: 'text/plain' },
      { name: 'picture.png', content: onePixel },
    ];
    for (const file of refused) {
      const answer = await send(id, [file], chatId);
      expect([file.name, answer.statusCode]).toEqual([file.name, 415]);
      const url = `/api/v1/get-upload-file?chatflowId=${id}&chatId=${chatId}&fileName=${file.name}`;
      expect((await app.inject({ url })).statusCode).toBe(404);
    }
    for (const file of [refused[0], refused[2]])
      if (file) expect((await ask(id, [file])).statusCode).toBe(400);
    const broken = await formOf([{ name: 'a.txt', content: 'lonely' }], { question: 'x', history: '{' });
    const answer = await app.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, ...broken });
    expect(answer.statusCode).toBe(400);
    expect(stored()).toEqual(before);
  });

  it('end at what one visitor may send in a day, whatever chats he invents', async () => {
    const id = await makeOpen();
    expect((await send(id, [{ name: 'a.txt', content: half }])).statusCode).toBe(200);
    expect((await send(id, [{ name: 'b.txt', content: half }])).statusCode).toBe(413);
    expect((await send(id, [{ name: 'c.txt', content: 'x'.repeat(448_000) }])).statusCode).toBe(200);
    expect((await send(id, [{ name: 'd.txt', content: 'x'.repeat(576) }])).statusCode).toBe(200);
    const refused = await send(id, [{ name: 'e.txt', content: 'x' }]);
    expect([refused.statusCode, refused.json().message]).toEqual([429, expect.stringContaining('1 MB')]);
    expect(refused.headers['retry-after']).toBeDefined();
    expect((await send(id, [{ name: 'f.txt', content: 'x' }], randomUUID(), '198.51.100.7')).statusCode).toBe(
      200,
    );
  });

  it('end at what the chats of a flow may keep, and of the workspace; members and keys know no limit of visitors', async () => {
    const id = await makeOpen();
    for (const [index, name] of ['a', 'b', 'c'].entries())
      expect(
        (await send(id, [{ name, content: `${name}${half}` }], randomUUID(), `203.0.113.${index}`))
          .statusCode,
      ).toBe(200);
    const more = await send(id, [{ name: 'd', content: `d${half}` }], randomUUID(), '203.0.113.9');
    expect(more.statusCode).toBe(413);
    const byKey = async (name: string) =>
      key.inject({
        method: 'POST',
        url: `/api/v1/attachments/${id}/${randomUUID()}`,
        ...(await formOf([{ name, content: `${name}${half}` }])),
      });
    for (const name of ['k1', 'k2']) expect((await byKey(name)).statusCode).toBe(200);
    const full = await byKey('k3');
    expect([full.statusCode, full.json().code]).toEqual([413, 'TOO_LARGE']);
  });
});
