import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { type FormPart, formOf, onePixel } from '../../../testing/send-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const formChat = randomUUID();

describe.each(databases)('files on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let outsider: KeyHolder;
  let flowId: string;

  beforeAll(async () => {
    app = await createTestApp({ database, config: { uploadFileMb: 1, uploadRequestMb: 2 } });
    user = await app.signIn();
    outsider = await makeKey(app);
    flowId = await makeFlow(user, await talkingFlow(user));
    await change(flowId, { isPublic: true, chatbotConfig: { fullFileUpload: { status: true } } });
  });
  afterAll(() => app.close());

  const change = async (id: string, payload: object) => {
    const answer = await user.inject({ method: 'PATCH', url: `${studio}/flows/${id}/settings`, payload });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const sendToFlow = async (files: FormPart[], id = flowId, as: Pick<TestUser, 'inject'> = user) =>
    as.inject({ method: 'POST', url: `${studio}/flows/${id}/files`, ...(await formOf(files)) });
  const attach = async (
    files: FormPart[],
    {
      chat = 'chat-1',
      id = flowId,
      fields = {},
    }: { chat?: string; id?: string; fields?: Record<string, string> } = {},
  ) =>
    app.inject({
      method: 'POST',
      url: `/api/v1/attachments/${id}/${chat}`,
      ...(await formOf(files, fields)),
    });
  const download = (fileName: string, chatId = 'chat-1', more = '') =>
    app.inject({
      url: `/api/v1/get-upload-file?chatflowId=${flowId}&chatId=${chatId}&fileName=${encodeURIComponent(fileName)}${more}`,
    });

  describe('for parameters of nodes', () => {
    it('are named by the value of the parameter; one content is one file, another of the same name gets a number', async () => {
      const one = { name: 'a.txt', content: 'one' };
      expect((await sendToFlow([one])).json()).toEqual({
        names: ['a.txt'],
        value: 'FILE-STORAGE::["a.txt"]',
      });
      expect((await sendToFlow([one])).json().names).toEqual(['a.txt']);
      const two = [
        { name: 'a.txt', content: 'two' },
        { name: '../b.md', content: '# b' },
      ];
      expect((await sendToFlow(two)).json().value).toBe('FILE-STORAGE::["a (1).txt","b.md"]');
      const rows = await app.infrastructure.db
        .selectFrom('file')
        .select('name')
        .where('ownerId', '=', flowId)
        .execute();
      expect(rows.map(({ name }) => name).toSorted()).toEqual(['a (1).txt', 'a.txt', 'b.md']);
    });

    it('ATK-034, P-06: are refused when they are too large, lie about their type, or are none', async () => {
      expect((await sendToFlow([{ name: 'a.txt', content: 'x'.repeat(1_100_000) }])).statusCode).toBe(413);
      const four = Array.from({ length: 4 }, (_, at) => ({
        name: `${at}.txt`,
        content: `${at}`.repeat(900_000),
      }));
      expect((await sendToFlow(four)).statusCode).toBe(413);
      expect((await sendToFlow([{ name: 'a.pdf', content: '<html>' }])).statusCode).toBe(415);
      expect((await sendToFlow([])).json()).toMatchObject({
        code: 'INVALID_INPUT',
        details: [{ path: 'files' }],
      });
      const url = `${studio}/flows/${flowId}/files`;
      expect((await user.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(415);
      const drafts = readdirSync(join(app.infrastructure.config.home, 'files', user.caller.workspaceId));
      expect(drafts.filter((name) => name.startsWith('.'))).toEqual([]);
    });

    it.each([
      ['no boundary', 'multipart/form-data', 'x'],
      [
        'no end',
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhello',
      ],
      ['no parts', 'multipart/form-data; boundary=b', 'nothing'],
      ['a huge boundary', `multipart/form-data; boundary=${'-'.repeat(60)}`, '-'.repeat(500_000)],
      [
        'many parts',
        'multipart/form-data; boundary=b',
        `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(5000)}--b--`,
      ],
      [
        'a part without a name',
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n',
      ],
      [
        'a file without a name',
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; filename="a.txt"\r\n\r\nx\r\n--b--\r\n',
      ],
      [
        'a forbidden name',
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--b--',
      ],
    ])('ATK-037: a form with %s is a quick 4xx', async (_what, type, payload) => {
      const start = performance.now();
      const url = `${studio}/flows/${flowId}/files`;
      const answer = await user.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
      expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
      expect(performance.now() - start).toBeLessThan(1000);
    });

    it('belong to the workspace of the flow, and only routes that say so take forms', async () => {
      const file = [{ name: 'a.txt', content: 'x' }];
      expect((await sendToFlow(file, 'unknown')).statusCode).toBe(404);
      expect((await sendToFlow(file, flowId, outsider)).statusCode).toBe(403);
      expect(
        (
          await app.inject({
            method: 'POST',
            url: `${studio}/flows/${flowId}/files`,
            ...(await formOf(file)),
          })
        ).statusCode,
      ).toBe(401);
      const elsewhere = await user.inject({
        method: 'POST',
        url: `${studio}/tools`,
        ...(await formOf(file)),
      });
      expect(elsewhere.statusCode).toBe(415);
    });
  });

  describe('whose text goes along with a question', () => {
    it('are read as text, by type, under the name they came with', async () => {
      const files = [
        { name: 'tides.md', content: '# Tides', type: 'text/markdown' },
        { name: 'page.html', content: '<p>High <b>tide</b></p><script>x</script>' },
        { name: 'table.csv', content: 'a,b\n1,2' },
      ];
      const answer = await attach(files);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toEqual([
        { name: 'tides.md', mimeType: 'text/markdown', size: 7, content: '# Tides' },
        { name: 'page.html', mimeType: 'text/html', size: 41, content: 'High tide' },
        { name: 'table.csv', mimeType: 'text/csv', size: 7, content: 'a,b\n1,2' },
      ]);
      const [packed] = (
        await attach([{ name: 'x.txt', content: 'hi' }], { fields: { base64: 'true' } })
      ).json();
      expect(packed.content).toBe(Buffer.from('hi').toString('base64'));
    });

    it('are refused in words where the flow takes none, or not this kind', async () => {
      const own = await makeFlow(user, await talkingFlow(user));
      await change(own, { isPublic: true });
      const off = await attach([{ name: 'a.txt', content: 'a' }], { id: own });
      expect([off.statusCode, off.json().message]).toEqual([
        403,
        expect.stringContaining('does not accept files'),
      ]);
      await change(own, {
        chatbotConfig: {
          fullFileUpload: { status: true, allowedUploadFileTypes: 'text/csv,application/pdf' },
        },
      });
      expect((await attach([{ name: 'a.txt', content: 'a' }], { id: own })).statusCode).toBe(415);
      expect((await attach([{ name: 'a.csv', content: 'a' }], { id: own })).statusCode).toBe(200);
      const pdf = await attach([{ name: 'a.pdf', content: '%PDF-1.7 \0' }], { id: own });
      expect([pdf.statusCode, pdf.json().message]).toEqual([
        415,
        expect.stringContaining('PDF files cannot be read here'),
      ]);
    });

    it.each(['..%2f..%2f..%2ftmp', '..%5c..%5cx', '%252e%252e%252f', 'a%00b', 'x'.repeat(300), '%2fetc'])(
      'ATK-025: the chat id %s is refused before anything is done',
      async (chat) => {
        const answer = await attach([{ name: 'a.txt', content: 'a' }], { chat });
        expect([400, 404]).toContain(answer.statusCode);
        expect([400, 404]).toContain((await download('flag.txt', chat)).statusCode);
      },
    );
  });

  describe('of a chat', () => {
    it('ATK-035: go out so that nothing in them runs, shown in place only where that is safe', async () => {
      await attach([{ name: 'evil.html', content: '<script>alert(1)</script>' }]);
      const page = await download('evil.html');
      expect(page.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': expect.stringMatching(/^attachment; filename="evil.html"/),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      });
      expect(page.body).toBe('<script>alert(1)</script>');
      expect((await download('../evil.html')).statusCode).toBe(404);
      expect((await download('evil.html', 'chat-2')).statusCode).toBe(404);
    });

    it('ATK-045: are not for those who may not run the flow', async () => {
      const own = await makeFlow(user, await talkingFlow(user));
      const url = `/api/v1/get-upload-file?chatflowId=${own}&chatId=c&fileName=a.txt`;
      expect((await app.inject({ url })).statusCode).toBe(401);
      expect((await outsider.inject({ url })).statusCode).toBe(404);
      expect((await user.inject({ url })).statusCode).toBe(404);
    });

    it('go with the flow', async () => {
      const own = await makeFlow(user, await talkingFlow(user));
      await change(own, { isPublic: true, chatbotConfig: { fullFileUpload: { status: true } } });
      await attach([{ name: 'mine.txt', content: 'of a flow that is deleted' }], { id: own });
      const rows = () =>
        app.infrastructure.db
          .selectFrom('file')
          .select('sha256')
          .where('ownerId', '=', `${own}/chat-1`)
          .execute();
      const [row] = await rows();
      await user.inject({ method: 'DELETE', url: `${studio}/flows/${own}` });
      expect(await rows()).toEqual([]);
      await expect(
        app.infrastructure.files.read(user.caller.workspaceId, row?.sha256 ?? ''),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
  });

  describe('with a question', () => {
    const ask = (payload: object, id = flowId) =>
      user.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, payload });
    const png = `data:image/png;base64,${onePixel.toString('base64')}`;

    it('as text are part of it, whether as a data URI or as the text that the attachments route gave', async () => {
      for (const data of [
        `data:text/plain;base64,${Buffer.from('High tide is at noon.').toString('base64')}`,
        'High tide is at noon.',
      ]) {
        const upload = { type: 'file:full', name: 'tides.txt', mime: 'text/plain', data };
        const answer = await ask({ question: 'When is high tide?', uploads: [upload] });
        expect(answer.statusCode, answer.body).toBe(200);
        const { chatId } = answer.json();
        const stored = (
          await user.inject({ url: `${studio}/chatmessage/${flowId}?chatId=${chatId}` })
        ).json();
        expect(stored[0].fileUploads).toEqual([{ type: 'file:full', name: 'tides.txt', mime: 'text/plain' }]);
      }
    });

    it.each([
      [{ type: 'file', name: 'a.png', data: 'no data uri' }, 'uploads.0.data'],
      [{ type: 'file', name: 'a.png', data: 'data:image/png;base64,@@@' }, 'uploads.0.data'],
      [{ type: 'file', name: 'a.png', data: 'data:image/png;base64,aGVsbG8=' }, 'uploads.0.mime'],
      [{ type: 'file', name: 'a.png', data: png }, 'uploads.0'],
      [{ type: 'audio', name: 'a.webm', data: 'data:audio/webm;base64,GkXfowA=' }, 'uploads.0.type'],
      [{ type: 'url', name: 'x', data: 'file:///etc/passwd' }, 'uploads.0.data'],
    ])('are refused by the name of the field: %j', async (upload, path) => {
      const answer = await ask({ question: 'a', uploads: [upload] });
      expect(answer.statusCode, answer.body).toBe(400);
      expect(answer.json().details[0].path).toBe(path);
    });

    it('ATK-086: an address inside is not fetched', async () => {
      const answer = await ask({
        question: 'a',
        uploads: [{ type: 'url', name: 'x', data: 'http://127.0.0.1:9999/x.png' }],
      });
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'EGRESS_DENIED']);
    });

    it('may come as a form, together with the fields of the question', async () => {
      const form = await formOf([{ name: 'tides.txt', content: 'High tide is at noon.' }], {
        question: 'When is high tide?',
        chatId: formChat,
        history: '[{"role":"userMessage","content":"Hello"}]',
      });
      const answer = await user.inject({ method: 'POST', url: `/api/v1/prediction/${flowId}`, ...form });
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toMatchObject({ question: 'When is high tide?', chatId: formChat });
      const stored = (
        await user.inject({ url: `${studio}/chatmessage/${flowId}?chatId=${formChat}` })
      ).json();
      expect(stored[0].fileUploads).toEqual([{ type: 'stored-file', name: 'tides.txt', mime: 'text/plain' }]);
      expect((await download('tides.txt', formChat)).body).toBe('High tide is at noon.');
      const broken = await formOf([], { question: 'a', history: '{' });
      const refused = await user.inject({ method: 'POST', url: `/api/v1/prediction/${flowId}`, ...broken });
      expect([refused.statusCode, refused.json().details[0].path]).toEqual([400, 'history']);
    });
  });
});
