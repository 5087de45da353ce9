import { createCall, readCallEvents } from '@tendril/contract/api/calls';
import { hubPrefix } from '@tendril/contract/api/hub';
import { createVoiceAgent } from '@tendril/contract/api/voice-agents';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ApiClient } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
const longName =
  'Customer care of the regional water and waste-water utility, second line, evenings and weekends';
const questions = 24;
let server: LocalServer;
let client: ApiClient;
let agentId: string;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
  const { data } = await client.call<{ data: { id: string; responseEngineLlmId: string } }>(
    'POST',
    createVoiceAgent.path,
    { agentName: longName },
  );
  agentId = data.id;
  await client.call('PUT', `${hubPrefix}/llms/${data.responseEngineLlmId}`, {
    credentialId: 'demo',
    beginMode: 'user',
    generalPrompt: 'The shop opens at seven in the morning.',
  });
});
afterAll(() => server?.remove());

/** A typed call of many questions, each asked once the one before has been answered. */
async function longCall() {
  const { data, token, socketPath } = await client.call<{
    data: { id: string };
    token: string;
    socketPath: string;
  }>('POST', createCall.path, { agentId, channel: 'text', version: 'live' });
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${socketPath}?token=${token}`, {
    origin: server.url,
  });
  let asked = 0;
  const ask = () => {
    asked += 1;
    socket.send(JSON.stringify({ type: 'say', text: `Question ${asked}: when does the shop open?` }));
  };
  const isAnswered = new Promise<void>((resolve) => {
    socket.on('message', (message) => {
      const notice = String(message);
      if (notice.includes('"type":"ready"')) ask();
      if (!notice.includes('"type":"agent-turn"')) return;
      if (asked < questions) ask();
      else resolve();
    });
  });
  const isOver = new Promise((resolve) => socket.once('close', resolve));
  return {
    id: data.id,
    isAnswered,
    ask,
    async hangUp() {
      socket.send(JSON.stringify({ type: 'hang-up' }));
      await isOver;
    },
  };
}

it('a long call is followed to its newest line while it goes on, and to the line at the playhead afterwards', async () => {
  const call = await longCall();
  await call.isAnswered;
  const page = await browser.visit(server.url, { session: 'shared', viewport: { width: 1400, height: 900 } });
  await page.goto(`/calls/${call.id}`);
  const transcript = page.getByRole('log', { name: 'Transcript' });
  const line = (text: string) => transcript.getByText(text);
  const isSeen = (text: string) =>
    line(text).evaluate((element) => {
      const box = element.closest('[role="log"]')?.getBoundingClientRect();
      const { top, bottom } = element.getBoundingClientRect();
      return box !== undefined && top >= box.top - 1 && bottom <= box.bottom + 1;
    });
  await line(`Question ${questions}:`).waitFor();
  await expect.poll(() => isSeen(`Question ${questions}:`)).toBe(true);
  expect(await isSeen('Question 1:')).toBe(false);
  call.ask();
  await line(`Question ${questions + 1}:`).waitFor();
  await expect.poll(() => isSeen(`Question ${questions + 1}:`)).toBe(true);

  await call.hangUp();
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  await playhead.press('Home');
  await playhead.press('ArrowRight');
  await transcript.locator('[aria-current]').first().waitFor();
  await playhead.press('End');
  await expect.poll(() => isSeen(`Question ${questions + 1}:`)).toBe(true);
  // However long it is, Tab goes through it in a few steps; arrows go from line to line.
  const picks = transcript.getByRole('button', { name: /^Go to/ });
  await picks.last().focus();
  await page.keyboard.press('Home');
  // A move to the line that is current already brings it back into view.
  await expect.poll(() => isSeen('Question 1:')).toBe(true);
  await playhead.press('End');
  await expect.poll(() => isSeen(`Question ${questions + 1}:`)).toBe(true);
  await picks.last().focus();
  await page.keyboard.press('Home');
  expect(await picks.first().evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  const isInTrace = () =>
    page.getByRole('list', { name: 'Trace' }).evaluate((list) => list.contains(document.activeElement));
  for (let left = 4; left > 0 && !(await isInTrace()); left -= 1) await page.keyboard.press('Tab');
  expect(await isInTrace()).toBe(true);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect.poll(() => isSeen(`Question ${questions + 1}:`)).toBe(true);
  // The page itself has not become as long as the call.
  expect(await page.locator('main').evaluate((main) => main.scrollHeight)).toBeLessThan(2400);
  await page.setViewportSize({ width: 400, height: 800 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  expect(await axeFindings(page)).toEqual([]);

  await page.setViewportSize({ width: 1400, height: 900 });
  await page.goto('/calls');
  const table = page.getByRole('table', { name: 'Calls' });
  await table.getByText(longName).waitFor();
  const widths = await table.evaluate((element) => [element.scrollWidth, element.parentElement?.clientWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
});

it('what is not loaded yet, or could not be, is not said to be empty, and is loaded again by a press', async () => {
  const call = await longCall();
  await call.isAnswered;
  await call.hangUp();
  const page = await browser.visit(server.url, { session: 'shared' });
  browser.allow(page, answered(500));
  let answer: 'none' | 'failure' | 'events' = 'none';
  const waiting: (() => void)[] = [];
  await page.route(`**${readCallEvents.path.replace(':id', call.id)}`, async (route) => {
    if (answer === 'none') await new Promise<void>((resolve) => waiting.push(resolve));
    if (answer === 'failure')
      await route.fulfill({ status: 500, json: { message: 'The database is not there.' } });
    else await route.continue();
  });
  await page.goto(`/calls/${call.id}`);
  await page.getByRole('main').getByText('Loading').waitFor({ state: 'attached' });
  expect(await page.getByText('Nothing was said in this call.').count()).toBe(0);
  expect(await page.getByText('Nothing was done in this call').count()).toBe(0);
  answer = 'failure';
  for (const resolve of waiting) resolve();
  await page.getByRole('heading', { name: 'What happened in this call could not be loaded' }).waitFor();
  await page.getByText('The database is not there.').first().waitFor();
  expect(await page.getByText('Nothing was said in this call.').count()).toBe(0);
  answer = 'events';
  await page.getByRole('button', { name: 'Retry' }).press('Enter');
  await page.getByRole('log', { name: 'Transcript' }).getByText('Question 1:').waitFor();

  await page.route(`**${hubPrefix}/calls/${call.id}`, (route) =>
    route.fulfill({ status: 500, json: { message: 'The database is not there.' } }),
  );
  await page.reload();
  await page.getByRole('heading', { name: 'The call could not be loaded' }).waitFor();
  await page.getByRole('navigation', { name: 'Back to the calls' }).getByRole('link').press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/calls');
});
