import type { FlowDetail } from '@tendril/contract/api/flows';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ApiClient, owner } from '../e2e/api-client.ts';
import { readTemplates } from '../e2e/chat-flow.ts';
import type { LocalServer } from '../e2e/local-server.ts';
import { measureCanvas } from './canvas-figures.ts';
import { largeFlow } from './large-flow.ts';
import { atMost, type Row } from './table.ts';

const coldNodes = 100;

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

interface Loaded {
  files: number;
  kilobytes: number;
}

/** Counts the JavaScript files loaded since the last reading, and their compressed bytes. */
async function countScripts(page: Page): Promise<() => Loaded> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set<string>();
  let [files, bytes] = [0, 0];
  session.on('Network.responseReceived', (event) => {
    if (event.type === 'Script' || event.response.url.endsWith('.js')) scripts.add(event.requestId);
  });
  session.on('Network.loadingFinished', (event) => {
    if (!scripts.has(event.requestId)) return;
    files += 1;
    bytes += event.encodedDataLength;
  });
  return () => {
    const loaded = { files, kilobytes: bytes / 1024 };
    [files, bytes] = [0, 0];
    return loaded;
  };
}

async function signIn(page: Page, server: LocalServer): Promise<void> {
  await page.goto(server.url);
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/chatflows');
}

/** Opens a canvas of 100 nodes in a browser with an empty cache and a live session. */
async function openCold(page: Page, server: LocalServer, flowId: string): Promise<Row[]> {
  const context = await page
    .context()
    .browser()
    ?.newContext({
      viewport: page.viewportSize(),
      storageState: await page.context().storageState(),
    });
  if (!context) throw new Error('The browser has gone.');
  const cold = await context.newPage();
  const scripts = await countScripts(cold);
  const startedAt = performance.now();
  await cold.goto(`${server.url}/canvas/${flowId}`, { waitUntil: 'commit' });
  await cold.waitForFunction(
    (wanted) => document.querySelectorAll('.react-flow__node').length >= wanted,
    coldNodes,
  );
  const openMs = performance.now() - startedAt;
  const { files, kilobytes } = scripts();
  await context.close();
  return [
    atMost(`canvas of ${coldNodes} nodes opens with nothing cached`, openMs, 'ms', 600),
    atMost('JavaScript for it, files', files, 'files', 15),
    { name: 'JavaScript for it, compressed', value: kilobytes, unit: 'KB' },
  ];
}

/** Transferred JavaScript, and how large canvases open and move. */
export async function measureBrowser(server: LocalServer): Promise<Row[]> {
  const browser = await openBrowser();
  const rows: Row[] = [];
  try {
    const client = await new ApiClient(server.url).signIn();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const scripts = await countScripts(page);
    await signIn(page, server);
    // Before the list prefetches what may be opened next.
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { files, kilobytes } = scripts();
    rows.push(atMost('JavaScript for sign-in and list, compressed', kilobytes, 'KB', 260));
    rows.push({ name: 'JavaScript for sign-in and list, files', value: files, unit: 'files' });
    const flowData = largeFlow(await readTemplates(client), coldNodes);
    const flow = await client.call<FlowDetail>('POST', 'flows', { name: 'cold', type: 'CHATFLOW', flowData });
    rows.push(...(await openCold(page, server, flow.id)));
    rows.push(...(await measureCanvas({ page, server, client })));
  } finally {
    await browser.close();
  }
  return rows;
}
