import { runCustomFunction } from '@tendril/contract/api/code-runs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe('trying code', () => {
  let app: TestApp;
  let user: TestUser;
  const run = async (payload: object) =>
    (await user.inject({ method: 'POST', url: runCustomFunction.path, payload })).json();

  beforeAll(async () => {
    app = await createTestApp();
    user = await app.signIn();
  });
  afterAll(() => app.close());

  it('answers what the code returned and logged, with its inputs and the variables of the workspace', async () => {
    await user.inject({
      method: 'POST',
      url: `${studio}/variables`,
      payload: { name: 'town', value: 'Bergen' },
    });
    const answer = await run({
      javascriptFunction:
        'console.log("at work"); return { sum: $a + $b, town: $vars.town, state: $flow.state };',
      functionInputVariables: { a: 2, b: 3 },
      flow: { state: { verdict: 'refund' } },
    });
    expect(answer).toMatchObject({
      output: { sum: 5, town: 'Bergen', state: { verdict: 'refund' } },
      error: null,
      logs: [{ level: 'log', text: 'at work' }],
    });
  });

  it('answers an error of the code as its outcome, with what was logged before', async () => {
    const answer = await run({ javascriptFunction: 'console.warn("soon"); throw new Error("broken");' });
    expect(answer).toMatchObject({ output: null, logs: [{ level: 'warn', text: 'soon' }] });
    expect(answer.error).toContain('broken');
  });

  it('an endless loop ends by itself and nothing of the server is in reach', async () => {
    expect((await run({ javascriptFunction: 'return typeof process' })).output).toBe('undefined');
    const endless = await run({ javascriptFunction: 'while (true) {}' });
    expect(endless.error).toBeTruthy();
  }, 60_000);

  it.each([
    [{ javascriptFunction: '' }, 'javascriptFunction'],
    [
      { javascriptFunction: 'return 1', functionInputVariables: { 'not a name': 1 } },
      'functionInputVariables',
    ],
    [{ javascriptFunction: 'return 1', extra: 1 }, 'body'],
  ])('refuses %j by its field', async (payload, path) => {
    const answer = await run(payload);
    expect(answer.code).toBe('INVALID_INPUT');
    expect(JSON.stringify(answer)).toContain(path === 'body' ? 'extra' : path);
  });

  it('is for people who are signed in', async () => {
    const payload = { javascriptFunction: 'return 1' };
    const answer = await app.inject({ method: 'POST', url: runCustomFunction.path, payload });
    expect(answer.statusCode).toBe(401);
  });
});
