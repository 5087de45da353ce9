import type { FlowDetail } from '@tendril/contract/api/flows';
import { type Browser, chromium, type Page } from 'playwright-core';
import { readTemplates } from '../e2e/chat-flow.ts';
import { HouseClient, owner } from '../e2e/house-client.ts';
import type { LocalHouse } from '../e2e/local-house.ts';
import { largeFlow } from './large-flow.ts';
import { atLeast, atMost, type Row } from './table.ts';

const arguments_ = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: arguments_,
  });
}

/** Counts the bytes of JavaScript that travel, compressed as they come. */
async function countScripts(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', (event) => {
    if (event.type === 'Script' || event.response.url.endsWith('.js')) scripts.add(event.requestId);
  });
  session.on('Network.loadingFinished', (event) => {
    if (scripts.has(event.requestId)) bytes += event.encodedDataLength;
  });
  return () => bytes / 1024;
}

async function signIn(page: Page, house: LocalHouse): Promise<void> {
  await page.goto(house.url);
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/chatflows');
}

/** Frames a second while the canvas is dragged to and fro for two seconds. */
async function panRate(page: Page): Promise<number> {
  const box = await page.locator('.react-flow__pane').first().boundingBox();
  if (!box) return Number.NaN;
  const centre = { x: box.x + box.width / 2, y: box.y + 30 };
  await page.evaluate(() => {
    const counter = window as unknown as { frames: number };
    counter.frames = 0;
    const count = () => {
      counter.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  await page.mouse.move(centre.x, centre.y);
  await page.mouse.down();
  const before = await page.evaluate(() => (window as unknown as { frames: number }).frames);
  const startedAt = performance.now();
  for (let step = 0; performance.now() - startedAt < 2000; step += 1) {
    await page.mouse.move(centre.x + Math.sin(step / 8) * 250, centre.y + Math.cos(step / 8) * 20);
    await new Promise((resolve) => setTimeout(resolve, 8));
  }
  const elapsedMs = performance.now() - startedAt;
  const after = await page.evaluate(() => (window as unknown as { frames: number }).frames);
  await page.mouse.up();
  return ((after - before) / elapsedMs) * 1000;
}

async function measureCanvas(
  page: Page,
  house: LocalHouse,
  client: HouseClient,
  count: number,
): Promise<Row[]> {
  const template = await readTemplates(client);
  const flow = await client.call<FlowDetail>('POST', 'flows', {
    name: `${count} nodes`,
    type: 'CHATFLOW',
    flowData: largeFlow(template, count),
  });
  const startedAt = performance.now();
  await page.goto(`${house.url}/canvas/${flow.id}`);
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('.react-flow__node').length >= wanted,
    count,
  );
  const openMs = performance.now() - startedAt;
  await page.waitForTimeout(500);
  const rate = await panRate(page);
  return [
    count === 100
      ? atMost(`canvas of ${count} nodes opens`, openMs, 'ms', 800)
      : { name: `canvas of ${count} nodes opens`, value: openMs, unit: 'ms' },
    count === 300
      ? atLeast(`canvas of ${count} nodes, pan`, rate, 'frames/s', 50)
      : { name: `canvas of ${count} nodes, pan`, value: rate, unit: 'frames/s' },
  ];
}

/** Transferred JavaScript, and how large canvases open and move. */
export async function measureBrowser(house: LocalHouse): Promise<Row[]> {
  const browser = await openBrowser();
  const rows: Row[] = [];
  try {
    const client = await new HouseClient(house.url).signIn();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const scripts = await countScripts(page);
    await signIn(page, house);
    await page.waitForLoadState('networkidle');
    const list = scripts();
    rows.push(atMost('JavaScript for sign-in and list, compressed', list, 'KB', 300));
    await page.goto(`${house.url}/canvas`);
    await page.waitForSelector('.react-flow__pane');
    await page.waitForLoadState('networkidle');
    rows.push({ name: 'JavaScript more for the canvas, compressed', value: scripts() - list, unit: 'KB' });
    for (const count of [14, 100, 300]) rows.push(...(await measureCanvas(page, house, client, count)));
  } finally {
    await browser.close();
  }
  return rows;
}
