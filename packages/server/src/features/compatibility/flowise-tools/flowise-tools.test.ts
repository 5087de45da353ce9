import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '../../../platform/egress/egress.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { createPromptHub } from './prompt-hub.ts';

const pages: Record<string, string> = {
  '/': '<a href="/a">a</a><a href="/b">b</a><a href="https://elsewhere.example/">no</a>',
  '/a': '<a href="/c">c</a>',
  '/b': 'B',
  '/c': 'C',
};

const said = (kind: string, template: string) => ({
  id: ['langchain', 'prompts', 'chat', kind],
  kwargs: { prompt: { kwargs: { template, input_variables: [] } } },
});
const placeholder = { id: ['langchain', 'MessagesPlaceholder'], kwargs: { variable_name: 'history' } };

/** A site, and the hub's API below `/hub`. */
function answerTo(url: string, base: string): [number, string, string] {
  const { pathname, searchParams } = new URL(url, base);
  const json = (value: unknown): [number, string, string] => [200, 'application/json', JSON.stringify(value)];
  if (pathname === '/hub/repos/') return json({ repos: [{ full_name: `x/${searchParams.get('tags')}` }] });
  if (pathname === '/hub/commits/rlm/rag/latest') {
    const messages = [
      said('SystemMessagePromptTemplate', 'You are {role}.'),
      placeholder,
      said('HumanMessagePromptTemplate', '{question}'),
    ];
    return json({ manifest: { kwargs: { messages } } });
  }
  if (pathname === '/hub/commits/-/plain/abc')
    return json({ manifest: { kwargs: { template: 'Say {it}' } } });
  if (pathname === '/hub/commits/rlm/odd/latest') return json(['odd']);
  if (pathname === '/sitemap.xml') {
    const listed = ['/b', '/c', '/gone'].map((path) => `<url><loc>${base}${path}</loc></url>`);
    return [200, 'application/xml', `<urlset>${listed.join('')}</urlset>`];
  }
  const page = pages[pathname];
  return page === undefined ? [404, 'text/html', 'gone'] : [200, 'text/html', page];
}

describe('what Flowise reads from the web for its clients', () => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let server: Server;
  let base = '';

  beforeAll(async () => {
    server = createServer((request, response) => {
      const [status, type, body] = answerTo(request.url ?? '/', base);
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    base = `http://127.0.0.1:${port}`;
    app = await createTestApp({ config: { egressAllow: [`127.0.0.1:${port}`] } });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
  });
  afterAll(async () => {
    await app.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const links = async (query: Record<string, string>) =>
    key.inject({ url: `/api/v1/fetch-links?${new URLSearchParams(query)}` });

  it('the links of a site, nearest first, as many as are wanted', async () => {
    const all = await links({ url: base, relativeLinksMethod: 'webCrawl', limit: '0' });
    expect(all.json()).toEqual({
      status: 'OK',
      links: ['/', '/a', '/b', '/c'].map((path) => base + path),
    });
    const two = await links({ url: base, relativeLinksMethod: 'webCrawl', limit: '2' });
    expect(two.json().links).toHaveLength(2);
  });

  it('the pages that a sitemap lists, without opening them', async () => {
    const found = await links({ url: `${base}/sitemap.xml`, relativeLinksMethod: 'scrapeXMLSitemap' });
    expect(found.json().links).toEqual(['/b', '/c', '/gone'].map((path) => base + path));
  });

  it('refuses addresses that flows may not ask either, other methods, and nobody without a key', async () => {
    const inside = await links({ url: 'http://127.0.0.1:1/', relativeLinksMethod: 'webCrawl' });
    expect([inside.statusCode, inside.json().code]).toEqual([422, 'EGRESS_DENIED']);
    const wrong = await links({ url: base, relativeLinksMethod: 'all' });
    expect([wrong.statusCode, wrong.json().details[0].path]).toEqual([400, 'query.relativeLinksMethod']);
    expect((await app.inject({ url: `/api/v1/fetch-links?url=${base}` })).statusCode).toBe(401);
  });

  it('says in words that nobody is at an address', async () => {
    const nobody = 'https://nobody.invalid/';
    const { statusCode, body } = await links({ url: nobody, relativeLinksMethod: 'webCrawl' });
    expect([statusCode, JSON.parse(body)]).toMatchObject([
      422,
      { code: 'NODE_FAILED', message: `${nobody}: could not be reached.` },
    ]);
  });

  const hubOf = (address: string) =>
    createPromptHub({ egress: createEgress({ egressAllow: [new URL(base).host] }), address });
  const { signal } = new AbortController();
  const scope = { workspaceId: 'here' };

  it('prompts of the hub: their list, and the messages of one', async () => {
    const hub = hubOf(`${base}/hub`);
    expect(await hub.list(scope, 'RAG', signal)).toEqual({ status: 'OK', repos: [{ full_name: 'x/RAG' }] });
    expect(await hub.load(scope, 'rlm/rag', signal)).toEqual({
      status: 'OK',
      prompt: 'rlm/rag',
      templates: [
        { type: 'systemMessagePrompt', typeDisplay: 'System Message', template: 'You are {role}.' },
        { type: 'humanMessagePrompt', typeDisplay: 'Human Message', template: '{question}' },
      ],
    });
    const plain = await hub.load(scope, 'plain:abc', signal);
    expect(plain.templates).toEqual([{ type: 'template', template: 'Say {it}' }]);
  });

  it('prompts of the hub: none without an error where it fails, and a reason where one is asked for', async () => {
    expect(await hubOf(`${base}/none`).list(scope, undefined, signal)).toEqual({
      status: 'ERROR',
      repos: [],
    });
    const hub = hubOf(`${base}/hub`);
    await expect(hub.load(scope, 'rlm/gone', signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(hub.load(scope, 'rlm/odd', signal)).rejects.toMatchObject({ code: 'PROVIDER_REFUSED' });
    for (const promptName of ['', '../../secrets', 'a/b/c', 'a b']) {
      const answer = await key.inject({
        method: 'POST',
        url: '/api/v1/load-prompt',
        payload: { promptName },
      });
      expect([promptName, answer.statusCode]).toEqual([promptName, 400]);
    }
  });
});
