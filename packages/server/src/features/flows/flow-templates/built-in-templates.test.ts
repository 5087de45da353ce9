import { loadTemplates, type NamedTemplate } from '@tendril/catalogue/templates/load-templates';
import type { FlowDetail } from '@tendril/contract/api/flows';
import type { TemplateCard, TemplateDetail } from '@tendril/contract/api/template-gallery';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = `${studio}/templates`;
const templates = await loadTemplates();
/** Those that answer here: without a key and without anything outside this machine. */
const running = templates.filter(({ template }) => template.keys.length === 0 && template.needs.length === 0);

describe('the templates that come with the product', () => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp();
    user = await app.signIn();
  });
  afterAll(() => app.close());

  async function events(path: string, payload: object, remoteAddress = '127.0.0.1'): Promise<LoggedEvent[]> {
    const answer = await user.inject({ method: 'POST', url: path, payload, remoteAddress });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.body
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)) as LoggedEvent);
  }

  function answerOf(emitted: readonly LoggedEvent[]): string {
    const end = emitted.find((event) => event.type === 'run-end');
    expect(end, JSON.stringify(emitted.at(-1))).toMatchObject({
      status: expect.stringMatching(/^(done|waiting)$/),
    });
    return emitted.findLast((event) => event.type === 'text')?.text ?? '';
  }

  const create = async (name: string): Promise<FlowDetail> => {
    const answer = await user.inject({ method: 'POST', url: `${url}/${name}/flows` });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<FlowDetail>();
  };

  it('PRODUCT-05: are at least 24 that run on the demo model, and others that say which key they need', () => {
    expect(running.length).toBeGreaterThanOrEqual(24);
    expect(templates.filter(({ template }) => template.keys.length > 0).length).toBeGreaterThanOrEqual(4);
  });

  it.each(running)('$name answers its sample question as a flow of one’s own', async ({ name, template }) => {
    const flow = await create(name);
    expect(flow).toMatchObject({ name: template.title, type: template.type });
    expect(flow.chatbotConfig).toMatchObject({ welcomeMessage: template.greeting });
    const emitted = await events(`${studio}/flows/${flow.id}/runs`, { question: template.questions[0] });
    const answer = answerOf(emitted);
    if (process.env['SHOW_ANSWERS']) console.log(`${name}\n  ${template.questions[0]}\n  ${answer}`);
    expect(answer).toContain(template.fact);
  });

  it.each(running)(
    '$name answers every question it proposes, tried without a flow',
    async ({ name, template }) => {
      // Trials are limited by address: each template is tried from one of its own.
      const from = `10.0.0.${running.findIndex((one) => one.name === name) + 1}`;
      for (const question of template.questions) {
        const answer = answerOf(await events(`${url}/${name}/runs`, { question }, from));
        if (process.env['SHOW_ANSWERS']) console.log(`${name}: ${question}\n  ${answer}`);
        expect(answer.length).toBeGreaterThan(10);
        expect(answer).not.toMatch(/I am the demo model|could not find|could not help|I could not/);
      }
    },
  );

  it.each(templates)('$name has no problem but a missing key', async ({ name, template }: NamedTemplate) => {
    const flow = await create(name);
    const answer = await user.inject({
      method: 'POST',
      url: `${studio}/flow-check`,
      payload: { flowData: flow.flowData },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const problems = answer.json<{ problems: { code: string }[] }>().problems;
    const others = problems.filter(
      ({ code }) => !(template.keys.length > 0 && code === 'CREDENTIAL_MISSING'),
    );
    expect(others).toEqual([]);
  });

  it('are shown as cards with what they need, none with its graph', async () => {
    const answer = await user.inject({ method: 'GET', url: `${url}/cards` });
    expect(answer.body).not.toContain('flowData');
    const cards = answer.json<TemplateCard[]>().filter(({ isOwn }) => !isOwn);
    expect(cards.map(({ id }) => id)).toEqual(templates.map(({ name }) => name));
    for (const { name, template } of templates) {
      const card = cards.find(({ id }) => id === name);
      expect(card).toMatchObject({ keys: template.keys, name: template.title, type: template.type });
      expect(card?.isDemo).toBe(template.keys.length === 0 && name !== 'private-chat');
      const detail = await user.inject({ method: 'GET', url: `${url}/${name}` });
      expect(detail.json<TemplateDetail>()).toMatchObject({
        about: template.about,
        greeting: template.greeting,
      });
    }
  });
});
