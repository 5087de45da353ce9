import { openRecognizer } from '@tendril/catalogue/speech/open-recognizer';
import { chainRecognizers } from '@tendril/catalogue/speech/recognizer-chain';
import type { RecognizerVendor } from '@tendril/catalogue/speech/recognizer-vendors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayedVendor, playVendor } from './testing/played-vendor.ts';

let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

const ramp = (length: number) => Int16Array.from({ length }, (_, index) => index % 1000);
const open = (id: RecognizerVendor) =>
  chainRecognizers([openRecognizer(id, vendor.connection())]).open({
    language: 'en-US',
    sampleRate: 16_000,
    mode: 'fast',
    keywords: [],
    signal: new AbortController().signal,
  });

describe('a vendor that accepts sound and never answers', () => {
  it.each(['deepgram', 'assemblyai', 'elevenlabs'] as const)(
    '%s: the utterance fails in words, and is not taken for silence',
    async (id) => {
      vendor.onSocket = () => undefined;
      const line = await open(id);
      const utterance = line.begin(() => undefined);
      utterance.push(ramp(16_000));
      await expect(utterance.finish()).rejects.toThrow(/accepted the sound and did not answer/);
      line.close();
    },
  );

  it('Deepgram also when it answered the utterance before', async () => {
    vendor.onSocket = (socket) =>
      socket.once('message', () =>
        socket.send(
          JSON.stringify({
            type: 'Results',
            is_final: true,
            from_finalize: true,
            start: 0,
            duration: 1,
            channel: { alternatives: [{ transcript: 'Hello.' }] },
          }),
        ),
      );
    const line = await open('deepgram');
    const first = line.begin(() => undefined);
    first.push(ramp(16_000));
    expect((await first.finish()).text).toBe('Hello.');
    const second = line.begin(() => undefined);
    second.push(ramp(16_000));
    await expect(second.finish()).rejects.toThrow(/did not answer/);
    line.close();
  });

  it('Deepgram that sends what nobody can read has not answered', async () => {
    vendor.onSocket = (socket) =>
      socket.on('message', () => {
        for (const one of ['no message', '{"type":"Results"}', '[[[[', 'null']) socket.send(one);
        socket.send(Buffer.from([0xff, 0xfe]));
      });
    const line = await open('deepgram');
    const utterance = line.begin(() => undefined);
    utterance.push(ramp(16_000));
    await expect(utterance.finish()).rejects.toThrow(/did not answer/);
    line.close();
  });

  it('AssemblyAI that greeted, and sends no words for a cough, is believed', async () => {
    vendor.onSocket = (socket) =>
      socket.send('{"type":"Begin","id":"cfd280c7-5a9b-4dd6-8c05-235ad1ae5dbc","expires_at":1745483367}');
    const line = await open('assemblyai');
    const utterance = line.begin(() => undefined);
    utterance.push(ramp(16_000));
    expect((await utterance.finish()).text).toBe('');
    line.close();
  });
});
