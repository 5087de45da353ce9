import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { makeStartFlow, triggerCatalogue } from '../../../testing/trigger-flows.ts';

const form = {
  startInputType: 'formInput',
  formTitle: 'Order tea',
  formDescription: 'We write to you within a day.',
  formInputTypes: [
    { type: 'string', label: 'Your name', name: 'name' },
    { type: 'number', label: 'Cups', name: 'cups' },
    { type: 'boolean', label: 'With milk', name: 'milk' },
    { type: 'options', label: 'Kind', name: 'kind', addOptions: [{ option: 'green' }, { option: 'black' }] },
  ],
};

describe('the form of a flow', () => {
  const source = triggerCatalogue();
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ catalogue: source.catalogue });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const url = (id: string) => `${studio}/flow-forms/${id}`;
  const send = (id: string, values: unknown) =>
    app.inject({ method: 'POST', url: url(id), payload: { values } });

  it('is shown to everybody where the flow is public, and to nobody else', async () => {
    const [open, closed] = [
      await makeStartFlow(user, form, { isPublic: true }),
      await makeStartFlow(user, form),
    ];
    const shown = await app.inject({ method: 'GET', url: url(open) });
    expect(shown.json()).toEqual({
      title: 'Order tea',
      description: 'We write to you within a day.',
      fields: [
        { name: 'name', label: 'Your name', type: 'string', options: [] },
        { name: 'cups', label: 'Cups', type: 'number', options: [] },
        { name: 'milk', label: 'With milk', type: 'boolean', options: [] },
        { name: 'kind', label: 'Kind', type: 'options', options: ['green', 'black'] },
      ],
    });
    expect((await app.inject({ method: 'GET', url: url(closed) })).statusCode).toBe(401);
    expect((await send(closed, {})).statusCode).toBe(401);
    expect((await user.inject({ method: 'GET', url: url(closed) })).statusCode).toBe(200);
  });

  it('starts the flow with its values in their types', async () => {
    const id = await makeStartFlow(user, form, { isPublic: true });
    const answer = await send(id, { name: 'Ada', cups: '2', kind: 'green' });
    expect(answer.statusCode).toBe(200);
    const { text, runId } = answer.json<{ text: string; runId: string }>();
    expect(JSON.parse(text)).toEqual({
      question: 'Your name: Ada\nCups: 2\nWith milk: false\nKind: green',
      trigger: { type: 'form', form: { name: 'Ada', cups: 2, milk: false, kind: 'green' } },
    });
    const runs = await user.inject({ method: 'GET', url: `${studio}/flows/${id}/runs` });
    expect(runs.json<{ data: unknown[] }>().data).toMatchObject([{ id: runId, source: 'form' }]);
  });

  it('names every value at fault, and starts nothing', async () => {
    const id = await makeStartFlow(user, form, { isPublic: true });
    const before = source.runs();
    const refused = await send(id, { cups: 'some', kind: 'red', extra: 'x' });
    expect([refused.statusCode, refused.json().details]).toEqual([
      400,
      [
        { path: 'values.cups', message: 'must be a number' },
        { path: 'values.kind', message: 'must be one of the choices' },
        { path: 'values.extra', message: 'is not a field of this form' },
      ],
    ]);
    expect((await send(id, { name: { a: 1 } })).statusCode).toBe(400);
    expect(source.runs()).toBe(before);
  });

  it('is none where the flow starts in another way', async () => {
    const id = await makeStartFlow(user, { startInputType: 'chatInput' }, { isPublic: true });
    expect((await app.inject({ method: 'GET', url: url(id) })).json().message).toBe(
      'This flow does not start with a form.',
    );
    expect((await send(id, {})).statusCode).toBe(404);
  });
});
