import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, owner, type TestApp, type TestUser } from '../../testing/test-app.ts';

const core = '/api/core/v1';
const studio = '/api/agent-studio/v1';
const agents = '/api/tendril-agentshub-management/v1/agentshub/agents';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

// The addresses are typed from the specification, section 7, not taken from the endpoints.
describe('API-19, SP-01: the calls of the specification are answered', () => {
  let app: TestApp;
  let user: TestUser;
  let releases: Server;

  beforeAll(async () => {
    releases = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"name":"v10","html_url":"https://x.test/r","published_at":"2026-01-02T03:04:05Z"}');
    });
    await new Promise<void>((resolve) => releases.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(releases.address() as AddressInfo).port}`;
    app = await createTestApp({ config: { releasesUrl: `http://${host}/latest`, egressAllow: [host] } });
    user = await app.signIn();
  });
  afterAll(async () => {
    await app.close();
    releases.close();
  });

  const call = async (method: Method, url: string, payload?: object) => {
    const answer = await user.inject({ method, url, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  };

  it('API-03, API-20: login sets the session and answers name and email', async () => {
    const { email, password, name } = owner;
    const url = `${core}/auths/login`;
    const answer = await app.inject({ method: 'POST', url, payload: { email, password } });
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: { name, email } }]);
    expect(answer.cookies.map((cookie) => cookie.name)).toContain('tendril_access');
  });

  it('API-04: a refresh takes an empty body and makes the session new', async () => {
    const url = `${core}/auths/refresh-token`;
    const cookies = user.cookies;
    const answer = await app.inject({ method: 'POST', url, cookies });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.cookies.map((cookie) => cookie.name)).toContain('tendril_refresh');
    user = await app.signIn();
  });

  it('API-05 to API-08: phone numbers are listed; profiles are listed, made and changed', async () => {
    expect(await call('GET', `${core}/assistant-phone-numbers`)).toEqual({ status: 200, body: { data: [] } });
    const made = await call('POST', `${core}/assistant-profiles`, { name: 'Ada', tone: 'warm' });
    expect(made.status).toBe(201);
    const { id } = made.body.data ?? made.body;
    const changed = await call('PUT', `${core}/assistant-profiles/${id}`, { tone: 'dry' });
    expect(changed.status).toBe(200);
    const listed = await call('GET', `${core}/assistant-profiles`);
    expect(JSON.stringify(listed.body)).toContain('"tone":"dry"');
  });

  it('API-09, API-10, API-20: a bundle is exported under its file name and imported', async () => {
    const flags = { chatflow: true, agentflow: true, tool: true, variable: true, assistant: true };
    const exported = await call('POST', `${studio}/export-import/export`, flags);
    expect(exported.status).toBe(200);
    expect(exported.body).toMatchObject({
      FileDefaultName: 'ExportData.json',
      Tool: [],
      ChatFlow: [],
      AgentFlow: [],
      Variable: [],
      Assistant: [],
    });
    const imported = await call('POST', `${studio}/export-import/import`, exported.body);
    expect(imported.status, JSON.stringify(imported.body)).toBeLessThan(300);
    expect(imported.body).toHaveProperty('message');
  });

  it('API-11: the version stands in the field of that name', async () => {
    const { status, body } = await call('GET', `${studio}/version`);
    expect([status, body]).toEqual([200, { version: expect.stringMatching(/^\d+\.\d+\.\d+/) }]);
  });

  it('API-12: the newest release is asked of the public list, and read for name, page and date', async () => {
    const { status, body } = await call('GET', `${studio}/version/latest`);
    expect([status, body]).toEqual([
      200,
      {
        isConfigured: true,
        name: 'v10',
        html_url: 'https://x.test/r',
        published_at: '2026-01-02T03:04:05Z',
      },
    ]);
  });

  it('API-13 to API-18, API-20: agents are listed, made, read under data, changed in part and deleted', async () => {
    const made = await call('POST', agents, { agentName: 'Front desk' });
    expect(made.status).toBe(201);
    const { id } = made.body.data;
    const listed = await call('GET', agents);
    expect([listed.status, listed.body]).toEqual([200, { data: [made.body.data] }]);
    const changes = {
      agentName: 'Desk',
      voiceSpeed: 0.9,
      volume: 0.4,
      responsiveness: 0.5,
      interruptionSensitivity: 0.6,
      sttMode: 'accurate',
    };
    expect((await call('PUT', `${agents}/${id}`, changes)).status).toBe(200);
    expect((await call('GET', `${agents}/${id}`)).body).toEqual({ data: { ...made.body.data, ...changes } });
    const gone = await call('DELETE', `${agents}/${id}`);
    expect(gone.status).toBeLessThan(300);
    expect((await call('GET', `${agents}/${id}`)).status).toBe(404);
  });
});
