import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { corePrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, owner } from '../../e2e/api-client.ts';
import { readTemplates } from '../../e2e/chat-flow.ts';
import { type LocalServer, startServer } from '../../e2e/local-server.ts';
import { sendRaw } from '../fuzz/raw-request.ts';

const canary = 'CANARY-8c1f';
const at = { x: 0, y: 0 };
const limitMs = 15_000;

let server: LocalServer;
let client: ApiClient;
let port: number;
/** Counts what reaches the inside of the network. */
let inside: Server;
let insideUrl: string;
let reached = 0;

const nobody = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(server.url + path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const raw = (text: string) => sendRaw(port, text, limitMs);

/** An agent flow that answers with one sentence as it stands after its references were filled in. */
async function makeReply(message: string, isPublic = false): Promise<string> {
  const flow = new FlowBuilder(await readTemplates(client));
  const start = flow.add('startAgentflow', at, { startInputType: 'chatInput' });
  flow.lead(start, flow.add('directReplyAgentflow', at, { directReplyMessage: message }));
  const body = { name: 'Reply', type: 'AGENTFLOW', flowData: flow.build() };
  const { id } = await client.call<FlowDetail>('POST', 'flows', body);
  if (isPublic) await client.call('PATCH', `flows/${id}/settings`, { isPublic: true });
  return id;
}

beforeAll(async () => {
  inside = createServer((_request, response) => {
    reached += 1;
    response.end('inside');
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  insideUrl = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`;
  server = await startServer({
    environment: { LOG_LEVEL: 'info', CANARY_ENV: canary },
    patienceMs: 120_000,
  });
  port = Number(new URL(server.url).port);
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(async () => {
  await server.remove();
  inside.close();
});

describe('code and expressions', () => {
  const effect = () => `await fetch('${insideUrl}'); return 'ran';`;

  it('ATK-013: saving, checking and inspecting code never runs it', async () => {
    const tool = { name: 'A_tool', description: 'Has an effect', schema: '[]', func: effect() };
    const { id } = await client.call<{ id: string }>('POST', 'tools', tool);
    await client.call('PUT', `tools/${id}`, { func: `${effect()}// again` });
    const flow = new FlowBuilder(await readTemplates(client));
    const start = flow.add('startAgentflow', at, { startInputType: 'chatInput' });
    flow.lead(start, flow.add('customFunctionAgentflow', at, { customFunctionJavascriptFunction: effect() }));
    const flowData = flow.build();
    const made = await client.call<FlowDetail>('POST', 'flows', {
      name: 'Code',
      type: 'AGENTFLOW',
      flowData,
    });
    await client.send('GET', `validation/${made.id}`);
    await client.send('POST', 'import/inspect', { ...flowData, name: 'Code' });
    const settings = {
      name: 'customFunctionAgentflow',
      inputs: { customFunctionJavascriptFunction: effect() },
    };
    await client.send('POST', 'node-config', settings);
    expect(reached).toBe(0);
  });

  it('ATK-014: an MCP configuration is read as JSON and nothing else', async () => {
    const code = `({ mcpServers: (function () { fetch('${insideUrl}'); return {}; })() })`;
    for (const name of ['customMCP', 'customMCPServerTool', 'supergatewayMCP']) {
      const body = { name, loadMethod: 'listActions', inputs: { mcpServerConfig: code, mcpActions: code } };
      const answer = await client.send('POST', `node-load-method/${name}`, body);
      expect([name, answer.status < 500]).toEqual([name, true]);
    }
    expect(reached).toBe(0);
  });

  it('ATK-016: a visitor changes no parameter that the owner did not open', async () => {
    const id = await makeReply('as its owner wrote it', true);
    const values = [
      'changed',
      'FILE-STORAGE::["../../x"]',
      '// FILE-STORAGE::["x"]',
      { directReplyAgentflow_0: 'changed' },
    ];
    for (const value of values) {
      const body = { question: 'hello', overrideConfig: { directReplyMessage: value } };
      const answer = await nobody('POST', `/api/v1/prediction/${id}`, body);
      const text = await answer.text();
      expect([value, answer.status < 500, text.includes('changed')]).toEqual([value, true, false]);
    }
  });

  it('ATK-017: a whole flow in the body of an anonymous request is never run', async () => {
    const id = await makeReply('the stored one', true);
    const other = new FlowBuilder(await readTemplates(client));
    const start = other.add('startAgentflow', at, { startInputType: 'chatInput' });
    other.lead(start, other.add('directReplyAgentflow', at, { directReplyMessage: 'the smuggled one' }));
    const data = other.build();
    const body = { question: 'hello', data, flowData: data, nodes: data.nodes, edges: data.edges };
    const answer = await nobody('POST', `/api/v1/prediction/${id}`, body);
    expect(await answer.text()).not.toContain('smuggled');
    for (const path of [`flows/${id}/runs`, 'node-config', 'node-custom-function', 'flows', 'templates'])
      expect([path, (await nobody('POST', `${studioPrefix}/${path}`, body)).status]).toEqual([path, 401]);
  });

  it.each([
    '{{constructor.constructor("return 40+2")()}}',
    '{{ $flow.__proto__.constructor.name }}',
    '${40+2} <%= 40+2 %> {{=40+2}} #{40+2}',
    '{{process.env.CANARY_ENV}} ${process.env.CANARY_ENV} $CANARY_ENV {{CANARY_ENV}} {{$env.CANARY_ENV}}',
  ])('ATK-019, ATK-020: the expression %s is text, and shows nothing of the server', async (text) => {
    const id = await makeReply(text);
    const answer = await client.send('POST', `internal-prediction/${id}`, { question: text, chatId: 'c' });
    const body = await answer.text();
    expect(body).not.toContain(canary);
    const reply = answer.ok ? String((JSON.parse(body) as { text?: string }).text) : '';
    expect(reply).not.toMatch(/\b42\b|Object\b.*\bObject/);
  });
});

describe('what a parser is given', () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  it('ATK-103: keys of prototypes in texts that are parsed later change no object', async () => {
    const hostile = '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}';
    const flowData = `{"nodes":[],"edges":[],${hostile.slice(1)}`;
    const tries: [string, string, unknown][] = [
      ['POST', '/api/v1/chatflows', { name: 'P', type: 'CHATFLOW', flowData }],
      ['POST', `${studioPrefix}/tools`, { name: 'Polluted', description: 'x', schema: hostile, func: '' }],
      ['POST', `${studioPrefix}/import`, hostile],
      [
        'POST',
        `${studioPrefix}/export-import/import`,
        `{"ChatFlow":[{"id":"x","name":"x","flowData":${JSON.stringify(flowData)}}]}`,
      ],
      ['POST', '/api/v1/assistants', { details: hostile, credential: 'x', type: 'CUSTOM' }],
    ];
    for (const [method, path, body] of tries)
      expect([path, (await client.send(method, path, body)).status < 500]).toEqual([path, true]);
    const id = await makeReply('{{ $vars.polluted }}{{ polluted }}');
    const answer = await client.send('POST', `internal-prediction/${id}`, { question: 'hello', chatId: 'p' });
    expect(await answer.text()).not.toContain('yes');
  });

  it.each([
    ['65 levels', `{"name":"x","description":${deep(65)}}`],
    ['5,000 levels', `{"name":"x","description":${deep(5000)}}`],
    ['200,000 levels', deep(200_000)],
    ['a number without end', '{"name":1e999}'],
    ['a number of 400 digits', `{"name":${'9'.repeat(400)}}`],
    ['bytes behind it', '{"name":"x"}]'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"x"'],
    ['nothing', ''],
  ])('ATK-104: a body of %s is refused in words', async (_name, body) => {
    const answer = await client.send('POST', 'tools', body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  it('ATK-104: what was taken in spite of lone surrogates, doubled keys and a mark in front can be read again', async () => {
    for (const name of [String.raw`"\ud800x"`, '"a","name":"b"', '"\ufeffc"']) {
      const answer = await client.send(
        'POST',
        'credentials',
        `{"name":${name},"credentialName":"openAIApi","plainDataObj":{"openAIApiKey":"k"}}`,
      );
      expect(answer.status).toBeLessThan(500);
      expect((await client.send('GET', 'credentials')).status).toBe(200);
    }
  });

  it.each([
    [
      'two lengths',
      'POST /api/v1/ping HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
    ],
    [
      'a length and pieces',
      'POST /api/v1/ping HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /health/live HTTP/1.1\r\nhost: x\r\n\r\n',
    ],
    [
      'unknown pieces',
      'POST /api/v1/ping HTTP/1.1\r\nhost: x\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n',
    ],
    ['a space before the colon', 'GET /api/v1/ping HTTP/1.1\r\nhost : x\r\n\r\n'],
    ['bare line feeds', 'GET /api/v1/ping HTTP/1.1\nhost: x\n\n'],
    ['17 kB of headers', `GET /api/v1/ping HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(17_000)}\r\n\r\n`],
    ['an old version', 'GET /api/v1/ping\r\n\r\n'],
    ['a line folded', 'GET /api/v1/ping HTTP/1.1\r\nhost: x\r\nx-a: b\r\n c\r\n\r\n'],
  ])('ATK-106: a request with %s is refused, and hides no second one', async (_name, text) => {
    const answer = await raw(text);
    expect(answer).not.toBe('late');
    if (answer === 'late') return;
    expect([400, 408, 413, 431, 0]).toContain(answer.status);
    expect(answer.body).not.toContain('HTTP/1.1 200');
  });

  it('ATK-106: a hundred requests behind each other on one socket are answered one by one', async () => {
    const one = 'GET /api/v1/ping HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';
    const last = 'GET /api/v1/ping HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n';
    const answer = await raw(one.repeat(99) + last);
    if (answer === 'late') throw new Error('No answer.');
    expect(answer.body.split('HTTP/1.1 200').length).toBe(100);
  });

  it('ATK-043: no unusual method reaches a route', async () => {
    for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'FOO']) {
      const answer = await raw(
        `${method} ${studioPrefix}/tools HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`,
      );
      expect(answer).not.toBe('late');
      if (answer !== 'late')
        expect([method, [400, 401, 404, 405, 0]]).toEqual([method, expect.arrayContaining([answer.status])]);
    }
    const answer = await nobody('HEAD', `${studioPrefix}/tools`);
    expect([answer.status, answer.headers.get('content-length')]).not.toEqual([200, expect.anything()]);
  });
});

describe('lists and searches', () => {
  const lists = [
    'flows',
    'tools',
    'variables',
    'credentials',
    'templates',
    'search?q=x',
    'executions',
    'jobs/failed',
  ];

  it.each([
    'limit=1000000000',
    'limit=-1',
    'page=NaN',
    'page=-1',
    'order=passwordHash',
    'workspaceId=other',
    'filter[passwordHash]=x',
  ])('ATK-071, ATK-112: no list is widened by %s', async (query) => {
    for (const list of lists) {
      const answer = await client.send('GET', `${list}${list.includes('?') ? '&' : '?'}${query}`);
      const text = await answer.text();
      expect([list, answer.status < 500, text.length < 1_000_000, text.includes('passwordHash":')]).toEqual([
        list,
        true,
        true,
        false,
      ]);
    }
  });

  it('ATK-110, ATK-113: marks of a query language are signs like others', async () => {
    const names = ['plain', 'has%sign', 'has_sign', String.raw`has\sign`, "has'quote", 'has"quote'];
    for (const [index, name] of names.entries())
      await client.call('POST', 'credentials', {
        name: `${name} ${index}`,
        credentialName: 'openAIApi',
        plainDataObj: { openAIApiKey: 'k' },
      });
    for (const name of names)
      await client.call('POST', 'flows', { name, type: 'CHATFLOW', flowData: { nodes: [], edges: [] } });
    for (const sign of ['%', '_', '\\', "'", '"', "')--", "' or '1'='1", '; select 1']) {
      const answer = await client.send('GET', `flows?search=${encodeURIComponent(sign)}&limit=50`);
      expect([sign, answer.status]).toEqual([sign, 200]);
      const found = ((await answer.json()) as { data: { name: string }[] }).data.map((flow) => flow.name);
      expect([sign, found.filter((name) => !name.includes(sign))]).toEqual([sign, []]);
    }
  });
});

describe('what is told', () => {
  it('ATK-100: a refusal names neither the address inside nor whether a port is open', async () => {
    const ask = async (url: string) => {
      const answer = await client.send(
        'GET',
        `fetch-links?url=${encodeURIComponent(url)}&relativeLinksMethod=webCrawl`,
      );
      const { code, message } = (await answer.json()) as { code: string; message: string };
      return { status: answer.status, code, message: message.replaceAll(new URL(url).host, '') };
    };
    const open = await ask(insideUrl);
    expect(open.code).toBe('EGRESS_DENIED');
    expect(await ask('http://127.0.0.1:1/')).toEqual(open);
    expect(open.message).not.toMatch(/ECONN|127\.0\.0\.1|:\d{2,}/);
    expect(reached).toBe(0);
  });

  it('ATK-170: nothing that is sent breaks a line of the log', async () => {
    const hostile = `forged\u001b[31m","level":60,"msg":"forged${'x'.repeat(6000)}`;
    await raw(
      `GET /api/v1/ping?${encodeURIComponent(hostile)} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nuser-agent: ${hostile}\r\nconnection: close\r\n\r\n`,
    );
    await nobody('POST', `${corePrefix}/auths/login`, {
      email: `a\r\n{"level":60}@example.com`,
      password: hostile,
    });
    await client.send('POST', 'tools', {
      name: `\r\n{"level":60}${hostile}`,
      description: hostile,
      schema: '[]',
      func: hostile,
    });
    const lines = server
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const parsed = JSON.parse(line) as { level: number };
      expect(parsed.level).toBeLessThan(60);
      expect(line.length).toBeLessThan(8192);
      expect(line).not.toContain('\u001b');
    }
  });

  it('ATK-173: a stolen database file holds no readable secret, password or key', async () => {
    const secrets = [`${canary}-credential`, `${canary}-variable`, owner.password];
    await client.call('POST', 'credentials', {
      name: 'K',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: secrets[0] },
    });
    await client.call('POST', 'variables', { name: 'hidden', isSecret: true, value: secrets[1] });
    const { apiKey } = await client.call<{ apiKey: string }>('POST', 'apikey', { keyName: 'K' });
    const { token } = await client.call<{ token: string }>('POST', `${corePrefix}/workspace/invitations`, {
      label: 'x',
      roleId: 'viewer',
    });
    const cookies = client.cookieHeader
      .split('; ')
      .filter((pair) => /tendril/.test(pair))
      .map((pair) => pair.slice(pair.indexOf('=') + 1));
    const files = readdirSync(server.home, { recursive: true, encoding: 'utf8' })
      .map((name) => join(server.home, name))
      .filter((path) => statSync(path).isFile());
    expect(files.length).toBeGreaterThan(1);
    for (const path of files) {
      const bytes = readFileSync(path);
      for (const secret of [...secrets, apiKey, token, ...cookies])
        expect([path, secret.length > 8 && bytes.includes(secret)]).toEqual([path, false]);
    }
  });

  it('ATK-151: no address of a telephone company answers what is not signed', async () => {
    for (const path of ['/api/twilio/voice', '/api/telnyx/voice', '/twilio', '/api/v1/telephony']) {
      const answer = await nobody('POST', path, {});
      expect([path, [404, 405]]).toEqual([path, expect.arrayContaining([answer.status])]);
    }
  });
});

describe('doors between servers and of the operator', () => {
  const internal = [
    ['GET', '/internal/runs/x/events'],
    ['POST', '/internal/runs/x/stop'],
    ['POST', '/internal/calls/x/hang-up'],
  ] as const;
  const claims: Record<string, string>[] = [
    {},
    { authorization: 'Bearer x', 'x-forwarded-for': '127.0.0.1' },
    {
      'x-tendril-to': 'x',
      'x-tendril-time': String(Date.now()),
      'x-tendril-nonce': 'n',
      'x-tendril-body': '',
      'x-tendril-signature': 'f'.repeat(64),
    },
  ];

  it.each(claims)('routes between servers do not exist for requests that claim %o', async (headers) => {
    for (const [method, path] of internal) {
      const answer = await nobody(method, path, method === 'POST' ? {} : undefined, headers);
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  it.each(['x-forwarded-for', 'x-real-ip', 'forwarded'])(
    'figures of the server are refused to requests through a proxy that sends %s',
    async (name) => {
      const answer = await nobody('GET', '/metrics', undefined, { [name]: '203.0.113.9' });
      expect(answer.status).toBe(403);
    },
  );

  it('ATK-178: no workflow of a host of repositories runs what an event says', () => {
    const workflows = join(import.meta.dirname, '../../.github/workflows');
    let files: string[] = [];
    try {
      files = readdirSync(workflows);
    } catch {
      // There are none.
    }
    for (const file of files)
      expect(readFileSync(join(workflows, file), 'utf8')).not.toMatch(/\$\{\{\s*github\.(?:event|head_ref)/);
  });

  it('ATK-169: after all of this it is the same process, and well', async () => {
    expect([server.process.exitCode, (await fetch(`${server.url}/health/ready`)).status]).toEqual([
      null,
      200,
    ]);
    expect(server.log()).not.toMatch(/uncaughtException|unhandledRejection|"level":60/);
  });
});
