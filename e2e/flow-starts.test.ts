import { createHmac } from 'node:crypto';
import type { FlowTriggers } from '@tendril/contract/api/flow-triggers';
import { initNode } from '@tendril/contract/flow/init-node';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
import { testBrowser } from './browser.ts';
import { canvasDriver } from './canvas-driver.ts';
import { readTemplates } from './chat-flow.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let find: Awaited<ReturnType<typeof readTemplates>>;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
  find = await readTemplates(client);
});

afterAll(() => server?.remove());

function node(id: string, x: number, inputs: object) {
  const drawn = initNode(find(id.slice(0, id.lastIndexOf('_'))), id);
  const data = { ...drawn, inputs: { ...drawn.inputs, ...inputs } };
  return { id, type: 'agentFlow', position: { x, y: 0 }, data };
}

async function makeFlow(name: string, start: object, reply: string): Promise<string> {
  const flowData = {
    nodes: [
      node('startAgentflow_0', 0, start),
      node('directReplyAgentflow_0', 300, { directReplyMessage: reply }),
    ],
    edges: [
      {
        source: 'startAgentflow_0',
        target: 'directReplyAgentflow_0',
        sourceHandle: 'startAgentflow_0-output-startAgentflow',
        targetHandle: 'directReplyAgentflow_0',
        type: 'agentFlow',
      },
    ],
  };
  const made = await client.call<{ id: string }>('POST', 'flows', { name, type: 'AGENTFLOW', flowData });
  return made.id;
}

async function openCanvas(flowId: string): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/agentcanvas/${flowId}`);
  await canvasDriver(page).node('startAgentflow_0').waitFor();
  return page;
}

async function publish(page: Page): Promise<void> {
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish' }).click();
  await bar.getByRole('button', { name: 'Published' }).waitFor();
}

async function openStarts(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Share / });
  await dialog.getByRole('tab', { name: 'Start' }).click();
  return dialog;
}

it('a webhook gets a secret that is shown once, and a call signed with it starts the flow', async () => {
  const start = {
    startInputType: 'webhookTrigger',
    webhookMethod: 'POST',
    webhookContentType: 'application/json',
    webhookEnableAuth: true,
    webhookSignatureHeader: 'x-webhook-signature',
  };
  const flowId = await makeFlow('Orders', start, 'Order {{ $webhook.body.order }} is noted.');
  const page = await openCanvas(flowId);
  await publish(page);
  const dialog = await openStarts(page);
  await dialog.getByText('There is no secret yet', { exact: false }).waitFor();
  await dialog.getByText('Nothing has started this flow yet', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Create secret' }).click();
  await dialog.getByText('It will not be shown again', { exact: false }).waitFor();
  const secret = (await dialog.locator('code[aria-label="Webhook secret"]').textContent()) ?? '';
  expect(secret.length).toBeGreaterThan(20);
  const sample = (await dialog.locator('code[aria-label="Sample call"]').textContent()) ?? '';
  expect(sample).toContain(secret);
  expect(await axeFindings(page)).toEqual([]);

  const url = /curl -X POST '([^']+)'/.exec(sample)?.[1] ?? '';
  const body = JSON.stringify({ order: 17 });
  const send = (key: string) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-webhook-signature': createHmac('sha256', key).update(body).digest('hex'),
      },
    });
  expect((await send('another')).status).toBe(401);
  const answer = await send(secret);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ text: 'Order 17 is noted.' });
  const row = dialog.getByRole('table', { name: 'Latest starts' }).getByRole('row').nth(1);
  await row.getByText('Done').waitFor();

  await page.keyboard.press('Escape');
  const again = await openStarts(page);
  await again.getByRole('button', { name: 'Replace secret' }).waitFor();
  expect(await again.textContent()).not.toContain(secret);
});

it('a schedule is set to a time zone, shows its next times there, and is paused', async () => {
  const start = {
    startInputType: 'scheduleInput',
    scheduleType: 'cronExpression',
    scheduleCronExpression: '0 12 * * *',
    scheduleInputMode: 'text',
    scheduleDefaultInput: 'Write the report',
  };
  const flowId = await makeFlow('Daily report', start, 'Written.');
  const page = await openCanvas(flowId);
  const driver = canvasDriver(page);
  await driver.select('startAgentflow_0');
  await driver.field('scheduleTimezone').getByRole('combobox').selectOption('Europe/Oslo');
  const unpublished = await openStarts(page);
  await unpublished.getByText('The schedule starts when you publish the flow.').waitFor();
  await page.keyboard.press('Escape');
  await publish(page);
  const dialog = await openStarts(page);
  const schedule = dialog.getByRole('region', { name: 'Schedule', exact: true });
  await schedule.getByText('0 12 * * *, in the time zone Europe/Oslo').waitFor();
  const times = await schedule.getByRole('listitem').allTextContents();
  expect(times.length).toBeGreaterThan(2);
  for (const time of times) expect(time).toMatch(/12:00 .*(GMT\+[12]|CES?T)/);
  expect(await axeFindings(page)).toEqual([]);

  const isOn = schedule.getByRole('switch', { name: /Start the flow on schedule/ });
  await isOn.click();
  await schedule.getByText('The schedule is off.').waitFor();
  expect(await schedule.getByRole('listitem').count()).toBe(0);
  await schedule.getByLabel('After downtime').selectOption('Skip missed starts');
  await expect
    .poll(async () => (await client.call<FlowTriggers>('GET', `flows/${flowId}/triggers`)).schedule)
    .toMatchObject({ isOn: false, missed: 'skip', timezone: 'Europe/Oslo' });
});
