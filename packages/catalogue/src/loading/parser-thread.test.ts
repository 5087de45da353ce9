import type { SourceDocument } from '@tendril/contract/provider/document';
import { describe, expect, it } from 'vitest';
import { testContext } from '../testing/run-context.ts';
import { runNode } from '../testing/run-node.ts';
import type { ParseJob } from './parse-message.ts';
import { ParserThread } from './parser-thread.ts';

const signal = new AbortController().signal;
const page = { format: 'html', url: 'https://a.test/', selector: undefined, wantsLinks: true } as const;

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text);
}

async function readAll<Job extends ParseJob>(thread: ParserThread, job: Job, text: string, stop = signal) {
  const pieces = [];
  for await (const piece of thread.parse({ name: 'the document', content: bytesOf(text), job }, stop))
    pieces.push(piece);
  return pieces;
}

/** Counts the turns of the loop that are not spent waiting for it. */
function countTicks() {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 1);
  return () => {
    clearInterval(timer);
    return ticks;
  };
}

const manyParagraphs = '<p>'.repeat(900_000);
const deepDivs = '<div>'.repeat(20_000);
const nestedHas = `p:not(${':has('.repeat(6)}b${')'.repeat(6)})`;
const crowd = '<div><p><i><u>'.repeat(2_000);

describe('a hostile document', () => {
  it.each([
    ['2.7 MB of open paragraphs', manyParagraphs, undefined],
    ['20,000 boxes in each other', deepDivs, undefined],
    ['a selector of nested conditions', crowd, nestedHas],
  ])('leaves the loop free and comes to an end: %s', { timeout: 60_000 }, async (_name, html, selector) => {
    const thread = new ParserThread({ pieceMs: 4_000, documentMs: 4_000 });
    const stopCounting = countTicks();
    const outcome = await readAll(thread, { ...page, selector }, html).then(
      (pieces) => `read ${pieces.length}`,
      (error: { code: string; message: string }) => `${error.code} ${error.message}`,
    );
    // On the event loop itself, parsing would block every turn in between.
    expect(stopCounting()).toBeGreaterThan(20);
    expect(outcome).toMatch(/^read 1$|^NODE_FAILED "the document": it (?:takes too|cannot be read)/);
    await thread.close();
  });

  it('ends with its name when it takes too long, and the next one is read by a fresh thread', async () => {
    const thread = new ParserThread({ pieceMs: 1, documentMs: 1 });
    await expect(readAll(thread, page, manyParagraphs)).rejects.toMatchObject({
      code: 'NODE_FAILED',
      message: '"the document": it takes too long to read',
    });
    await thread.close();
    const patient = new ParserThread();
    await expect(readAll(patient, { ...page, selector: '!!' }, '<p>a')).rejects.toThrow('is not a selector');
    expect(await readAll(patient, page, '<title>T</title><p>Words</p><a href="/b">b</a>')).toEqual([
      { text: 'Words\n\nb', title: 'T', links: ['https://a.test/b'] },
    ]);
    await patient.close();
  });

  it('stops on abort', async () => {
    const thread = new ParserThread();
    const abort = new AbortController();
    const reading = readAll(thread, page, manyParagraphs, abort.signal);
    setTimeout(() => abort.abort(), 20);
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    await thread.close();
  });

  it('is stopped in the thread when it is a table that never ends its quotation mark', async () => {
    const stopCounting = countTicks();
    const thread = new ParserThread({ pieceMs: 3_000, documentMs: 3_000 });
    await readAll(thread, { format: 'csv', columnName: undefined }, `a,b\n"${'x,\n'.repeat(500_000)}`).catch(
      (error: { code: string }) => expect(error.code).toBe('NODE_FAILED'),
    );
    expect(stopCounting()).toBeGreaterThan(5);
    await thread.close();
  });
});

describe('the loaders', () => {
  it('name a page that cannot be read', { timeout: 90_000 }, async () => {
    const fetch = async () =>
      new Response(deepDivs, { headers: { 'content-type': 'text/html' } }) as Response;
    const stopCounting = countTicks();
    const context = testContext({ services: { fetch } });
    const outcome = await runNode<SourceDocument[]>(
      'cheerioWebScraper',
      { url: 'https://deep.test/' },
      context,
    ).then(
      () => 'read',
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(/^read$|deep\.test/);
    expect(stopCounting()).toBeGreaterThan(20);
  });
});
