import { describe, expect, it } from 'vitest';
import { createEntry } from './event-entry.ts';
import { lengthOf, RunEntries } from './run-entries.ts';

/** Adds pieces of text, `apartMs` from each other. */
function write(entries: RunEntries, texts: readonly string[], apartMs: number, from = 0): number {
  let seq = from;
  for (const [index, text] of texts.entries()) {
    const event = { type: 'text-delta', text, callerId: 'n' } as const;
    seq += lengthOf(event);
    entries.add(createEntry(seq, event, index * apartMs));
  }
  return seq;
}

function textOf(entries: RunEntries, after: number): string {
  return entries
    .after(after)
    .map(({ event }) => (event.type === 'text-delta' ? event.text : '|'))
    .join('');
}

describe('the events of a run so far', () => {
  it('are one for text of fifty milliseconds, and a late watcher gets the rest from any piece on', () => {
    const entries = new RunEntries();
    const texts = ['Hel', 'lo ', '', 'wor', 'ld', '.'];
    write(entries, texts, 20);
    expect(entries.all.length).toBeLessThan(texts.length);
    // The empty piece has a number, too.
    expect([0, 3, 6, 7, 10, 12, 13].map((after) => textOf(entries, after))).toEqual([
      ...['Hello world.', 'lo world.', 'world.', 'world.', 'ld.', '.', ''],
    ]);
  });

  it('keep two answers, and what came between them, apart', () => {
    const entries = new RunEntries();
    entries.add(createEntry(1, { type: 'text-delta', text: 'a', callerId: 'one' }, 0));
    entries.add(createEntry(2, { type: 'text-delta', text: 'b', callerId: 'two' }, 0));
    entries.add(createEntry(3, { type: 'run-resume', attempt: 1 }, 0));
    entries.add(createEntry(4, { type: 'text-delta', text: 'c', callerId: 'two' }, 0));
    expect(textOf(entries, 0)).toBe('ab|c');
    expect(entries.all).toHaveLength(4);
  });

  it('are few for a million tokens, and hold the whole text', () => {
    const entries = new RunEntries();
    const count = 1_000_000;
    const seq = write(entries, Array<string>(count).fill('token '), 60);
    expect(entries.all.length).toBe(1);
    expect(textOf(entries, 0)).toHaveLength(6 * count);
    expect(textOf(entries, seq - 6)).toBe('token ');
  });
});
