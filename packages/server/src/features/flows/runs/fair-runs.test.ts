import { afterEach, describe, expect, it } from 'vitest';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { makeKey, signInElsewhere } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const manyRuns = 120;

describe('a workspace that floods the server', () => {
  let server: TestApp | undefined;
  afterEach(() => server?.close());

  it('has most of its questions still to be begun when another one has been answered five times', async () => {
    server = await createTestApp();
    const [noisy, elsewhere] = [await server.signIn(), await makeKey(server)];
    const quiet = { ...noisy, ...(await signInElsewhere(server, noisy, elsewhere)) } as TestUser;
    const asked = async (user: TestUser) => {
      const id = await makeFlow(user, await talkingFlow(user));
      return async () => {
        const url = `${studio}/internal-prediction/${id}`;
        return (await user.inject({ method: 'POST', url, payload: { question: 'Hello' } })).statusCode;
      };
    };
    const [askNoisy, askQuiet] = [await asked(noisy), await asked(quiet)];
    expect(await askQuiet()).toBe(200);
    const flood = Promise.all(Array.from({ length: manyRuns }, askNoisy));
    for (let turn = 0; turn < 5; turn += 1) expect(await askQuiet()).toBe(200);
    const { db } = server.infrastructure;
    const { count } = await db
      .selectFrom('run')
      .select((run) => run.fn.countAll<number>().as('count'))
      .where('workspaceId', '=', noisy.caller.workspaceId)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBeLessThan(manyRuns / 2);
    // None of them is lost by that.
    expect(await flood).toEqual(Array.from({ length: manyRuns }, () => 200));
  });
});
