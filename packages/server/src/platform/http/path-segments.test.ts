import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../../testing/temporary-folder.ts';
import { createTestApp, owner, type TestApp } from '../../testing/test-app.ts';
import { readConfig } from '../config.ts';

const page = `<meta name="api-places" data-core-host="__CORE_HOST__" data-studio-host="__STUDIO_HOST__"
  data-core-service="__CORE_SERVICE__" data-product-name="__PRODUCT_NAME__" />`;
let folder: string;
let test: TestApp;

beforeAll(async () => {
  folder = makeFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), page);
  const config = { coreService: 'gateway', product: 'acme', coreHost: 'https://api.acme.example' };
  test = await createTestApp({ webFolder: folder, config });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

describe('SP-16: an installation with names of its own', () => {
  it('answers every core and voice route under its names, and still under ours', async () => {
    const user = await test.signIn();
    for (const { path, endpoint } of test.app.routes) {
      const own = /^\/api\/(core\/v1|tendril-agentshub-management)\//.test(path);
      if (!own || endpoint.method !== 'GET' || path.includes(':')) continue;
      const named = path
        .replace('/api/core/v1/', '/api/gateway/v1/')
        .replace('/api/tendril-agentshub', '/api/acme-agentshub');
      const [ours, theirs] = [await user.inject({ url: path }), await user.inject({ url: named })];
      expect(named).not.toBe(path);
      expect([named, theirs.statusCode]).toEqual([named, ours.statusCode]);
      expect(theirs.body, named).not.toContain('This address does not exist.');
    }
    const made = { method: 'POST' as const, payload: { agentName: 'Front desk' } };
    const answer = await user.inject({ ...made, url: '/api/acme-agentshub-management/v1/agentshub/agents' });
    expect(answer.statusCode).toBe(201);
    const url = `/api/acme-agentshub-management/v1/agentshub/agents/${answer.json().data.id}?x=1`;
    expect((await user.inject({ url })).json().data.agentName).toBe('Front desk');
  });

  it('sends the refresh token along with the paths that the page asks for', async () => {
    await test.signIn();
    const signIn = { email: owner.email, password: owner.password };
    const answer = await test.inject({ method: 'POST', url: '/api/gateway/v1/auths/login', payload: signIn });
    expect(answer.statusCode).toBe(200);
    const refresh = answer.cookies.find(({ name }) => name === 'tendril_refresh');
    expect(refresh?.path).toBe('/api/gateway/v1/auths');
  });

  it('gives its page the API’s address, and lets it make requests there', async () => {
    const { body, headers } = await test.inject({ url: '/chatflows' });
    expect(body).toContain('data-core-host="https://api.acme.example" data-studio-host=""');
    expect(body).toContain('data-core-service="gateway" data-product-name="acme"');
    const policy = String(headers['content-security-policy']);
    for (const rule of ['img-src', 'media-src']) {
      expect(policy).toMatch(new RegExp(`${rule} 'self' https://api\\.acme\\.example`));
    }
    expect(policy).toContain("connect-src 'self' https://api.acme.example wss://api.acme.example");
  });

  it('answers nobody under other names', async () => {
    const user = await test.signIn();
    const urls = ['/api/other/v1/assistant-profiles', '/api/other-agentshub-management/v1/agentshub/agents'];
    for (const url of urls) expect((await user.inject({ url })).statusCode).toBe(404);
  });
});

it.each([
  { CORE_SERVICE: 'agent-studio' },
  { CORE_SERVICE: 'a/b' },
  { PRODUCT_NAME: 'Acme' },
  { CORE_HOST: 'ftp://host' },
])('SP-16: %o is refused at the start', (environment) => {
  expect(() => readConfig(environment)).toThrow(Object.keys(environment)[0]);
});
