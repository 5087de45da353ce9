import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listCredentials } from '@tendril/contract/api/credentials';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { signInElsewhere } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

type Sender = Pick<TestUser, 'inject'>;

const canary = 'sk-CANARY-of-the-first-workspace';
const path = listCredentials.path;

describe.each(databases)('the allowed servers of a secret on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let outsider: Sender;
  let server: Server;
  let origin: string;
  /** The keys that a server was sent. */
  const sent: unknown[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      sent.push(request.headers.authorization);
      response.writeHead(400).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    origin = `http://${host}`;
    app = await createTestApp({ database, config: { egressAllow: [host] } });
    user = await app.signIn();
    outsider = await signInElsewhere(app, user);
  });
  afterAll(async () => {
    await app.close();
    server.close();
  });

  const store = async (who: Sender, more: object = {}) => {
    const fields = { plainDataObj: { openAIApiKey: canary }, ...more };
    const payload = { name: 'Key', credentialName: 'openAIApi', ...fields };
    return (await who.inject({ method: 'POST', url: path, payload })).json<{ id: string }>().id;
  };
  const read = async (id: string) => (await user.inject({ url: `${path}/${id}` })).json();
  const allow = (who: Sender, id: string, payload: unknown) =>
    who.inject({
      method: 'POST',
      url: `${path}/${id}/hosts`,
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json' },
    });
  const rows = async () =>
    JSON.stringify(await app.infrastructure.db.selectFrom('credential').selectAll().orderBy('id').execute());

  async function ask(who: Sender, credential: string): Promise<string> {
    const flow = new FlowBuilder(await readTemplates(user));
    const chat = flow.add('chatOpenAI', { x: 0, y: 0 }, { basepath: origin, modelName: 'm' });
    const prompt = flow.add('promptTemplate', { x: 0, y: 300 }, { template: '{question}' });
    const chain = flow.add('llmChain', { x: 500, y: 0 });
    const flowData = flow.connect(chat, chain, 'model').connect(prompt, chain, 'prompt').build();
    for (const node of flowData.nodes) if (node.data.name === 'chatOpenAI') node.data.credential = credential;
    const payload = { name: 'Asks', type: 'CHATFLOW', flowData: JSON.stringify(flowData) };
    const made = await who.inject({ method: 'POST', url: `${studio}/chatflows`, payload });
    const url = `${studio}/prediction/${made.json().id}`;
    return (await who.inject({ method: 'POST', url, payload: { question: 'Hi' } })).body;
  }

  it('are neither read nor changed from another workspace', async () => {
    const id = await store(user);
    const before = await rows();
    const put = { method: 'PUT', url: `${path}/${id}`, payload: { hosts: [origin] } } as const;
    const answers = [
      await allow(outsider, id, { origin }),
      await outsider.inject(put),
      await outsider.inject({ url: `${path}/${id}` }),
      await outsider.inject({ url: `${path}/${id}/uses` }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    expect(await rows()).toBe(before);
    expect((await outsider.inject({ url: path })).body).not.toContain(id);
  });

  it('hold in their own workspace only, also where another stores the very same secret', async () => {
    const [own, theirs] = [await store(user), await store(outsider)];
    await ask(outsider, own);
    expect(sent.join()).not.toContain(canary);
    expect((await allow(outsider, theirs, { origin })).statusCode).toBe(200);
    await ask(outsider, theirs);
    expect(sent).toContain(`Bearer ${canary}`);
    const before = sent.length;
    expect(await ask(user, own)).toContain('CREDENTIAL_HOST');
    expect(sent.length).toBe(before);
    await expect.poll(async () => (await read(own)).askedHosts).toEqual([origin]);
  });

  it('are refused by name as anything but addresses, and nothing is half saved', async () => {
    const id = await store(user, { hosts: ['https://kept.example'] });
    const before = await rows();
    const wrong = [
      ...[
        7,
        true,
        null,
        {},
        [],
        ['https://a.example'],
        '',
        'a.example',
        '//a.example',
        'javascript:alert(1)',
      ],
      ...['file:///etc/passwd', 'https://a.example\0', `https://${'a'.repeat(300)}.example`, 'https://'],
    ];
    for (const value of wrong) {
      const one = await allow(user, id, { origin: value });
      const payload = JSON.stringify({ name: 'Renamed', hosts: [value] });
      const headers = { 'content-type': 'application/json' };
      const many = await user.inject({ method: 'PUT', url: `${path}/${id}`, payload, headers });
      for (const answer of [one, many]) {
        expect(answer.statusCode, `${JSON.stringify(value)} ${answer.body}`).toBe(400);
        expect(answer.json().details[0].path).toMatch(/^(origin|hosts)/);
      }
    }
    const hosts = Array.from({ length: 21 }, (_, at) => `https://h${at}.example`);
    const bodies = [
      { hosts },
      { hosts: { 0: 'https://a.example' } },
      { allowed: hosts },
      JSON.parse('{"hosts":[],"__proto__":{"test":true}}'),
      JSON.parse('{"hosts":[],"constructor":1}'),
    ];
    for (const body of bodies) {
      const payload = JSON.stringify(body);
      const headers = { 'content-type': 'application/json' };
      const answer = await user.inject({ method: 'PUT', url: `${path}/${id}`, payload, headers });
      expect(answer.statusCode, payload).toBe(400);
    }
    expect(await rows()).toBe(before);
  });

  it('are stored as what a request is compared with: no path, no user, no upper case', async () => {
    const id = await store(user);
    await allow(user, id, { origin: 'https://trusted.example:443@EVIL.example/trusted.example?x#y' });
    await allow(user, id, { origin: 'wss://Voice.example:8443/socket' });
    expect((await read(id)).hosts).toEqual(['https://evil.example', 'https://voice.example:8443']);
  });

  it('are all kept when several are allowed at once', async () => {
    const id = await store(user);
    const origins = Array.from({ length: 6 }, (_, at) => `https://h${at}.example`);
    const answers = await Promise.all(origins.map((each) => allow(user, id, { origin: each })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(origins.map(() => 200));
    expect((await read(id)).hosts.toSorted()).toEqual(origins);
  });
});
