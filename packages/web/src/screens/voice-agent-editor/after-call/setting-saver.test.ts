import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SettingChanges, SettingSaver } from './setting-saver.ts';

/** A server that answers on demand. */
function open() {
  const sent: SettingChanges[] = [];
  const waiting: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  const saver = new SettingSaver((changes) => {
    sent.push(changes);
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  });
  const answer = async (error?: Error) => {
    const one = waiting.shift();
    if (error) one?.reject(error);
    else one?.resolve();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { saver, sent, answer };
}

describe('a saver of settings', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends each setting by itself, at once or when typing rests', async () => {
    const { saver, sent, answer } = open();
    saver.edit('optInSignedUrl', true);
    saver.edit('webhookUrl', 'https://a', 800);
    saver.edit('webhookUrl', 'https://a.example', 800);
    expect(sent).toEqual([{ optInSignedUrl: true }]);
    await vi.advanceTimersByTimeAsync(800);
    expect(sent).toEqual([{ optInSignedUrl: true }, { webhookUrl: 'https://a.example' }]);
    await answer();
    await answer();
    expect([saver.isDirty, saver.read().edits]).toEqual([false, {}]);
  });

  it('sends what was changed while a save was under way after it, and only the last of it', async () => {
    const { saver, sent, answer } = open();
    for (const url of ['https://a', 'https://b', 'https://c']) saver.edit('webhookUrl', url);
    expect(sent).toEqual([{ webhookUrl: 'https://a' }]);
    await answer();
    expect(sent).toEqual([{ webhookUrl: 'https://a' }, { webhookUrl: 'https://c' }]);
    await answer();
    expect(saver.isDirty).toBe(false);
  });

  it('keeps what could not be saved, with the reason, until it is tried again', async () => {
    const { saver, sent, answer } = open();
    saver.edit('optInSignedUrl', true);
    const failure = new Error('no line');
    await answer(failure);
    expect(saver.read()).toEqual({
      edits: { optInSignedUrl: true },
      errors: { optInSignedUrl: failure },
      saving: {},
    });
    void saver.flush('optInSignedUrl');
    expect([sent.length, saver.read().errors]).toEqual([2, {}]);
    await answer();
    expect(saver.read()).toEqual({ edits: {}, errors: {}, saving: {} });
  });

  it('holds what is not to be sent, and sends at once what waits when the page is left', () => {
    const { saver, sent } = open();
    saver.hold('webhookUrl', 'not an address');
    saver.edit('inboundWebhookUrl', 'https://in.example', 800);
    saver.flushAll();
    expect(sent).toEqual([{ inboundWebhookUrl: 'https://in.example' }]);
    expect(saver.isDirty).toBe(true);
  });
});
