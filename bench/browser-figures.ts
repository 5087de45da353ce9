import { type Browser, chromium, type Page } from 'playwright-core';
import { HouseClient, owner } from '../e2e/house-client.ts';
import type { LocalHouse } from '../e2e/local-house.ts';
import { measureCanvas } from './canvas-figures.ts';
import { atMost, type Row } from './table.ts';

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
    rows.push(...(await measureCanvas({ page, house, client })));
  } finally {
    await browser.close();
  }
  return rows;
}
