import { acceptInvitation } from '@tendril/contract/api/auths';
import { changePersonRole, createInvitation, listPeople } from '@tendril/contract/api/people';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { TestApp, TestUser } from './test-app.ts';

/** A person who has joined a workspace. */
export interface JoinedUser {
  readonly userId: string;
  readonly cookies: Record<string, string>;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
}

let joined = 0;

/** Invites somebody to the inviter's workspace in a role, and lets that person join. */
export async function signInAs(
  app: TestApp,
  inviter: Pick<TestUser, 'inject'>,
  roleId: string,
): Promise<JoinedUser> {
  const payload = { label: roleId, roleId };
  const made = await inviter.inject({ method: 'POST', url: createInvitation.path, payload });
  if (made.statusCode !== 201) throw new Error(`Inviting failed: ${made.body}`);
  joined += 1;
  const email = `${roleId}-${joined}@example.com`;
  const answer = await app.inject({
    method: 'POST',
    url: acceptInvitation.path,
    remoteAddress: `10.1.${Math.floor(joined / 250)}.${joined % 250}`,
    payload: {
      token: made.json().token,
      name: `${roleId} ${joined}`,
      email,
      password: 'a guest of the house',
    },
  });
  if (answer.statusCode !== 201) throw new Error(`Joining failed: ${answer.body}`);
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
  const headers = { 'x-csrf-token': cookies['csrf_token'] ?? '' };
  const people = (await inviter.inject({ url: listPeople.path })).json() as { id: string; email: string }[];
  const userId = people.find((person) => person.email === email)?.id ?? '';
  return {
    userId,
    cookies,
    inject: (options) =>
      app.inject({ ...options, cookies, headers: { ...headers, ...(options.headers ?? {}) } }),
  };
}

/** Gives a person another role. */
export function changeRole(by: Pick<TestUser, 'inject'>, userId: string, roleId: string) {
  return by.inject({
    method: 'PUT',
    url: changePersonRole.path.replace(':id', userId),
    payload: { roleId },
  });
}
