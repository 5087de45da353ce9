import { listSignInProviders } from '@tendril/contract/api/sign-in-providers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.signIn();
});
afterAll(() => app.close());

it.each(['[', 'a b', 'host:port', '%', 'a/b?c'])(
  'a Host header that names no host is refused: %s',
  async (host) => {
    const answer = await user.inject({ url: listSignInProviders.path, headers: { host } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ message: string }>().message).toContain('Host header');
  },
);

it('a host with a port is the origin of what is addressed', async () => {
  const answer = await user.inject({
    url: listSignInProviders.path,
    headers: { host: 'flows.example:8443' },
  });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('flows.example:8443')]);
});
