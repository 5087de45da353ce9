import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ResolveName } from './checked-lookup.ts';
import { createEgress, type Egress } from './egress.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
const routes = new Map<string, Answer>();
let connections = 0;
let server: Server;
let neighbour: Server;
let base: string;
let neighbourBase: string;
let egress: Egress;

function listen(): Promise<Server> {
  const made = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    seen.push({ url: request.url ?? '', headers: request.headers, body });
    const answer = routes.get(request.url?.split('?')[0] ?? '');
    if (answer) answer(request, response);
    else response.end('ok');
  });
  made.on('connection', () => {
    connections += 1;
  });
  return new Promise((resolve) => made.listen(0, '127.0.0.1', () => resolve(made)));
}

const portOf = (one: Server) => (one.address() as AddressInfo).port;
const redirect =
  (status: number, location: string): Answer =>
  (_request, response) =>
    void response.writeHead(status, { location }).end();

beforeAll(async () => {
  [server, neighbour] = [await listen(), await listen()];
  [base, neighbourBase] = [`http://127.0.0.1:${portOf(server)}`, `http://127.0.0.1:${portOf(neighbour)}`];
  egress = createEgress({ egressAllow: [new URL(base).host] });
});
beforeEach(() => {
  seen.length = 0;
  connections = 0;
});
afterAll(async () => {
  await egress.close();
  server.close();
  neighbour.close();
});

const literals = [
  ...[
    '127.0.0.1',
    '127.1',
    '0',
    '0.0.0.0',
    '0177.0.0.1',
    '2130706433',
    '0x7f.1',
    '127.0.0.1.',
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
  ],
  ...['localhost', 'localhost.', 'LOCALHOST', 'a.localhost', 'metadata.google.internal', 'printer.local'],
  ...[
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::]',
  ],
  ...['[fc00::1]', '[fe80::1]', '[ff02::1]', '[::7f00:1]', '[fd00:ec2::254]'],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '169.254.170.2',
    '192.0.0.192',
    '100.100.100.200',
  ],
  ...['168.63.129.16', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255'],
];

describe('the egress policy', () => {
  it.each(literals)('ATK-086, ATK-088, ATK-089: refuses %s before connecting', async (host) => {
    await expect(egress.fetch(`http://${host}/`)).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
    expect(connections).toBe(0);
  });

  it('names the address that was asked for and the setting, and not what lies there', async () => {
    const addresses = [`${neighbourBase}/`, 'http://127.0.0.1:1/'];
    const refusals = await Promise.all(
      addresses.map((url) => egress.fetch(url).catch((error: Error) => error.message)),
    );
    expect(refusals).toEqual(
      addresses.map(
        (url) =>
          `${new URL(url).host} is blocked by the network policy: only public addresses are allowed. ` +
          'An administrator can allow it with the EGRESS_ALLOW setting.',
      ),
    );
  });

  it.each(['10.0.0.8', '127.0.0.1', '::1', '::ffff:10.0.0.8', '169.254.169.254'])(
    'ATK-086: refuses a public name that resolves to %s, the address being checked that is dialled',
    async (address) => {
      const resolve = ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
        done(null, [
          { address: '93.184.216.34', family: 4 },
          { address, family: 4 },
        ])) as unknown as ResolveName;
      const fooled = createEgress({ egressAllow: [] }, resolve);
      await expect(fooled.fetch('http://rebinding.example/')).rejects.toMatchObject({
        code: 'EGRESS_DENIED',
      });
      await fooled.close();
    },
  );

  it.each([22, 25, 5432, 6379, 9200, 3000])('ATK-095: refuses port %d', async (port) => {
    await expect(egress.fetch(`http://93.184.216.34:${port}/`)).rejects.toMatchObject({
      code: 'EGRESS_DENIED',
    });
  });

  it.each([
    'ftp://93.184.216.34/',
    'ws://93.184.216.34/',
    'unix:/run/x.sock',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:1',
    'http://good.example:80@127.0.0.1/',
    'https://user:secret@good.example/',
  ])('ATK-094, ATK-095: refuses %s', async (url) => {
    await expect(egress.fetch(url)).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
  });

  it.each(['not a url', 'example.com/path', 'https://', ''])(
    'calls an address that is none by its name: %j',
    async (url) => {
      await expect(egress.fetch(url)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: `"${url}" is not a valid address.`,
      });
    },
  );

  it('lets an exception through and its neighbour port not', async () => {
    expect(await (await egress.fetch(`${base}/`)).text()).toBe('ok');
    await expect(egress.fetch(`${neighbourBase}/`)).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('ATK-091: checks the target of a %d again', async (status) => {
    routes.set('/inside', redirect(status, `${neighbourBase}/secret`));
    await expect(egress.fetch(`${base}/inside`)).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
    expect(seen.map(({ url }) => url)).toEqual(['/inside']);
  });

  it.each(['file:///etc/passwd', 'gopher://93.184.216.34/', 'data:text/html,x', 'javascript:alert(1)'])(
    'ATK-091: does not follow to %s',
    async (location) => {
      routes.set('/scheme', redirect(302, location));
      await expect(egress.fetch(`${base}/scheme`)).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
    },
  );

  it('ATK-091: follows five and no more', async () => {
    for (let at = 0; at < 10; at += 1) routes.set(`/hop${at}`, redirect(302, `/hop${at + 1}`));
    await expect(egress.fetch(`${base}/hop0`)).rejects.toThrow('fetch failed');
    expect(seen).toHaveLength(6);
    expect(await (await egress.fetch(`${base}/hop5`)).text()).toBe('ok');
  });

  it('ATK-092: takes no secret and no body to another origin', async () => {
    const both = createEgress({ egressAllow: [new URL(base).host, new URL(neighbourBase).host] });
    routes.set('/away', redirect(302, `${neighbourBase}/there`));
    routes.set('/away-with-body', redirect(307, `${neighbourBase}/there`));
    const headers = {
      authorization: 'Bearer s',
      cookie: 'a=b',
      'x-api-key': 'k',
      'x-goog-api-key': 'g',
      accept: 'text/plain',
    };
    await both.fetch(`${base}/away`, { method: 'POST', body: 'secret', headers });
    const arrived = seen.find(({ url }) => url === '/there');
    expect(arrived?.body).toBe('');
    expect(arrived?.headers.accept).toBe('text/plain');
    for (const name of ['authorization', 'cookie', 'x-api-key', 'x-goog-api-key'])
      expect(arrived?.headers[name]).toBeUndefined();
    await expect(
      both.fetch(`${base}/away-with-body`, { method: 'POST', body: 'secret', headers }),
    ).rejects.toMatchObject({
      code: 'EGRESS_DENIED',
    });
    await both.close();
  });

  it('keeps method, body and headers on a 307 within the origin', async () => {
    routes.set('/again', redirect(307, '/target'));
    const answer = await egress.fetch(`${base}/again`, {
      method: 'POST',
      body: 'text',
      headers: { authorization: 'Bearer s' },
    });
    expect(answer.redirected).toBe(true);
    expect(answer.url).toBe(`${base}/target`);
    expect(seen.at(-1)).toMatchObject({
      url: '/target',
      body: 'text',
      headers: { authorization: 'Bearer s' },
    });
  });
});

describe('answers', () => {
  it('cuts an answer past the limit, also one that unpacks past it', async () => {
    routes.set('/long', (_request, response) => void response.end(Buffer.alloc(200_000)));
    routes.set(
      '/bomb',
      (_request, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
    );
    for (const path of ['/long', '/bomb']) {
      const answer = await egress.fetch(`${base}${path}`, {}, { maxBytes: 100_000 });
      await expect(answer.arrayBuffer()).rejects.toMatchObject({ code: 'TOO_LARGE' });
    }
  });

  it('unpacks what comes compressed unasked', async () => {
    routes.set(
      '/packed',
      (_request, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
    );
    expect(await (await egress.fetch(`${base}/packed`)).text()).toBe('hello');
  });

  it('passes on each chunk as it comes and closes the socket at once on abort', async () => {
    const closed = new Promise<number>((resolve) => {
      routes.set('/stream', (request, response) => {
        response.write('one');
        request.socket.on('close', () => resolve(performance.now()));
      });
    });
    const controller = new AbortController();
    const answer = await egress.fetch(`${base}/stream`, { signal: controller.signal });
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('one');
    const abortedAt = performance.now();
    controller.abort();
    await expect(reader?.read()).rejects.toMatchObject({ name: 'AbortError' });
    expect((await closed) - abortedAt).toBeLessThan(200);
  });

  it('closes the socket when the reader cancels', async () => {
    const closed = new Promise<void>((resolve) => {
      routes.set('/cancel', (request, response) => {
        response.write('one');
        request.socket.on('close', () => resolve());
      });
    });
    const answer = await egress.fetch(`${base}/cancel`);
    await answer.body?.cancel();
    await closed;
  });

  it('ends an exchange that takes longer than allowed', async () => {
    routes.set('/never', () => {});
    await expect(egress.fetch(`${base}/never`, {}, { timeoutMs: 50 })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('fails in the words of the standard fetch when nobody listens', async () => {
    const free = await listen();
    const host = `127.0.0.1:${portOf(free)}`;
    await new Promise((resolve) => free.close(resolve));
    const lonely = createEgress({ egressAllow: [host] });
    await expect(lonely.fetch(`http://${host}/`)).rejects.toThrow(new TypeError('fetch failed'));
    await lonely.close();
  });

  it('keeps one connection for many requests and sends forms', async () => {
    for (let at = 0; at < 5; at += 1) await (await egress.fetch(`${base}/plain?${at}`)).text();
    expect(connections).toBeLessThanOrEqual(1);
    const form = new FormData();
    form.set('file', new Blob(['x']), 'x.txt');
    await egress.fetch(new Request(`${base}/form`, { method: 'POST', body: form }));
    expect(seen.at(-1)?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(seen.at(-1)?.body).toContain('x.txt');
  });
});

describe('an other side that hangs', () => {
  const patience = { firstByteMs: 100, silenceMs: 100 };

  it('is left after the patience of the request, and the words say what it waited for', async () => {
    routes.set('/hangs', () => {});
    routes.set('/stops', (_request, response) => void response.write('half'));
    await expect(egress.fetch(`${base}/hangs`, { patience })).rejects.toMatchObject({
      code: 'TOOL_TIMEOUT',
      message: `${new URL(base).host} did not answer within 0.1 s.`,
    });
    const stopped = await egress.fetch(`${base}/stops`, { patience });
    await expect(stopped.text()).rejects.toMatchObject({
      code: 'TOOL_TIMEOUT',
      message: `${new URL(base).host} stopped in the middle of its answer for 0.1 s.`,
    });
  });

  it('has as long as it likes to go on, as long as it does', async () => {
    routes.set('/slow', async (_request, response) => {
      for (let round = 0; round < 6; round += 1) {
        response.write('x');
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      response.end();
    });
    const answer = await egress.fetch(`${base}/slow`, { patience: { firstByteMs: 5000, silenceMs: 5000 } });
    expect(await answer.text()).toBe('xxxxxx');
  });
});
