import { setTimeout } from 'node:timers/promises';
import { corePrefix } from '@tendril/contract/api/prefixes';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { owner } from './api-client.ts';

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

export interface VisitOptions
  extends Pick<ContextOptions, 'viewport' | 'colorScheme' | 'permissions' | 'reducedMotion'> {
  /** Starts with the owner's session; `own` makes a new session, for tests that end it. */
  session?: 'shared' | 'own';
  /** Local storage the browser starts with. */
  storage?: Readonly<Record<string, string>>;
}

export interface TestBrowser {
  /** A page of a browser of its own (cookies, storage), closed after the test. */
  visit(origin: string, options?: VisitOptions): Promise<Page>;
  /** One more tab beside `page`. */
  tab(page: Page): Promise<Page>;
  /** Errors on the page's console that the test provokes on purpose; every other one fails it. */
  allow(page: Page, ...patterns: RegExp[]): void;
}

const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How long the pages of a test may take to close; Chromium, which ends after the file, closes what is left. */
const contextCloseMs = 20_000;

interface Watch {
  problems: string[];
  allowed: RegExp[];
}

/** A Chromium for one test file: a page that reports an error fails the test it was opened in. */
export function testBrowser(more: readonly string[] = []): TestBrowser {
  let browser: Browser;
  const watches = new Map<Page, Watch>();
  const contexts = new Set<BrowserContext>();
  const sessions = new Map<string, ContextOptions['storageState']>();

  beforeAll(async () => {
    const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
    browser = await chromium.launch({ executablePath, args: [...switches, ...more] });
  });
  afterEach(async () => {
    const found = [...watches.values()].flatMap(({ problems, allowed }) =>
      problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
    );
    await Promise.race([
      Promise.all([...contexts].map((context) => context.close())),
      setTimeout(contextCloseMs),
    ]);
    watches.clear();
    contexts.clear();
    // In the message too: reports of repeated tests keep the message, and leave the difference out.
    expect(found, ['errors that pages reported', ...found].join('\n')).toEqual([]);
  });
  afterAll(() => browser?.close());

  async function openContext(origin: string, options: VisitOptions): Promise<BrowserContext> {
    const { session, storage = {}, ...rest } = options;
    const isKept = session === 'shared' && sessions.has(origin);
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 1440, height: 900 },
      colorScheme: 'light',
      ...rest,
      storageState: startState(
        origin,
        isKept ? sessions.get(origin) : undefined,
        storage,
        session !== undefined,
      ),
    });
    contexts.add(context);
    if (session && !isKept) {
      await signIn(context, origin);
      if (session === 'shared') sessions.set(origin, await context.storageState());
    }
    return context;
  }

  function watch(page: Page): Page {
    const problems: string[] = [];
    watches.set(page, { problems, allowed: [] });
    page.on('pageerror', (error) => problems.push(`${error.name}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`.trim());
    });
    page.setDefaultTimeout(10_000);
    return page;
  }

  return {
    visit: async (origin, options = {}) => watch(await (await openContext(origin, options)).newPage()),
    tab: async (page) => watch(await page.context().newPage()),
    allow: (page, ...patterns) => {
      watches.get(page)?.allowed.push(...patterns);
    },
  };
}

/** What a browser holds before its first page: cookies of a session, the stored user, chosen entries. */
function startState(
  origin: string,
  kept: ContextOptions['storageState'],
  storage: Readonly<Record<string, string>>,
  isSignedIn: boolean,
): Exclude<ContextOptions['storageState'], string | undefined> {
  const user = { name: owner.name, email: owner.email };
  const entries = { ...(isSignedIn && { user: JSON.stringify(user) }), ...storage };
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
  const cookies = typeof kept === 'object' ? kept.cookies : [];
  return { cookies, origins: [{ origin, localStorage }] };
}

async function signIn(context: BrowserContext, origin: string): Promise<void> {
  const data = { email: owner.email, password: owner.password };
  const answer = await context.request.post(`${corePrefix}/auths/login`, { data, headers: { origin } });
  expect(answer.status(), 'sign-in of the test browser').toBe(200);
}

/** Console lines of Chromium for an answer of this status. */
export function answered(status: number): RegExp {
  return new RegExp(`Failed to load resource: the server responded with a status of ${status}`);
}
