import { openRecognizer } from '@tendril/catalogue/speech/open-recognizer';
import type { RecognizerVendor } from '@tendril/catalogue/speech/recognizer-vendors';
import type { HeardText } from '@tendril/contract/provider/speech-to-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { type PlayedVendor, playVendor } from './testing/played-vendor.ts';

let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

const open = (id: RecognizerVendor) =>
  openRecognizer(id, vendor.connection()).open({
    language: 'en-US',
    sampleRate: 16_000,
    mode: 'fast',
    keywords: [],
    signal: new AbortController().signal,
  });
const second = new Int16Array(16_000).fill(100);
const shown = ({ words }: HeardText) =>
  words?.map(({ text, startMs, endMs }) => `${text} ${Math.round(startMs)}-${Math.round(endMs)}`);
const send = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message));

/** Two utterances of a second each, one after the other on one line. */
async function hearTwo(id: RecognizerVendor): Promise<HeardText[]> {
  const line = await open(id);
  const heard: HeardText[] = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const utterance = line.begin(() => undefined);
    utterance.push(second);
    heard.push(await utterance.finish());
  }
  line.close();
  return heard;
}

describe('the times of heard words', () => {
  it('Deepgram counts them from the opening of its socket, and they are those of their utterance', async () => {
    let finals = 0;
    vendor.onSocket = (socket) =>
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary || !String(data).includes('Finalize')) return;
        const start = finals;
        finals += 1;
        const words = [
          { word: 'good', punctuated_word: 'Good', start: start + 0.1, end: start + 0.4, confidence: 0.9 },
          { word: 'day', punctuated_word: 'day.', start: start + 0.5, end: start + 0.9, confidence: 0.9 },
        ];
        send(socket, {
          type: 'Results',
          start,
          duration: 1,
          is_final: true,
          from_finalize: true,
          channel: { alternatives: [{ transcript: 'Good day.', confidence: 0.9, words }] },
        });
      });
    const heard = await hearTwo('deepgram');
    expect(heard.map(({ text }) => text)).toEqual(['Good day.', 'Good day.']);
    expect(heard.map(shown)).toEqual([
      ['Good 100-400', 'day. 500-900'],
      ['Good 100-400', 'day. 500-900'],
    ]);
  });

  it('are right when the socket was lost in between: what was final is not counted again', async () => {
    let opened = 0;
    const word = (name: string, start: number) => ({ word: name, start, end: start + 0.3 });
    vendor.onSocket = (socket) => {
      opened += 1;
      const own = opened;
      let sounds = 0;
      const result = (start: number, words: object[], more: object = {}) =>
        send(socket, {
          type: 'Results',
          start,
          duration: 1,
          is_final: true,
          channel: { alternatives: [{ transcript: 'x', words }] },
          ...more,
        });
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) sounds += 1;
        if (own === 1 && sounds === 1) result(0, [word('first', 0.2)]);
        if (own === 1 && sounds === 2) socket.terminate();
        // The new socket begins with the second that had no words yet.
        if (own === 2 && String(data).includes('Finalize'))
          result(0, [word('second', 0.2)], { from_finalize: true });
      });
    };
    const line = await open('deepgram');
    const final = Promise.withResolvers<void>();
    const utterance = line.begin(() => final.resolve());
    utterance.push(second);
    await final.promise;
    utterance.push(second);
    await expect.poll(() => opened).toBe(2);
    expect(shown(await utterance.finish())).toEqual(['first 200-500', 'second 1200-1500']);
    line.close();
  });

  it('AssemblyAI states them in milliseconds of its session', async () => {
    let turn = 0;
    vendor.onSocket = (socket) =>
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary || !String(data).includes('ForceEndpoint')) return;
        const from = turn * 1000;
        send(socket, {
          type: 'Turn',
          turn_order: turn,
          turn_is_formatted: false,
          end_of_turn: true,
          transcript: 'good day',
          words: [
            { text: 'good', start: from + 80, end: from + 320, confidence: 0.99, word_is_final: true },
            { text: 'day', start: from + 400, end: from + 720, confidence: 0.99, word_is_final: true },
          ],
        });
        turn += 1;
      });
    expect((await hearTwo('assemblyai')).map(shown)).toEqual([
      ['good 80-320', 'day 400-720'],
      ['good 80-320', 'day 400-720'],
    ]);
  });

  it('ElevenLabs sends them after the text, which is not taken twice', async () => {
    let commits = 0;
    vendor.onSocket = (socket, request) => {
      expect(request.url).toContain('include_timestamps=true');
      socket.on('message', (data: Buffer) => {
        if (!(JSON.parse(String(data)) as { commit: boolean }).commit) return;
        const from = commits;
        commits += 1;
        send(socket, { message_type: 'committed_transcript', text: 'Good day.' });
        send(socket, {
          message_type: 'committed_transcript_with_timestamps',
          text: 'Good day.',
          language_code: 'en',
          words: [
            { text: 'Good', start: from + 0.1, end: from + 0.3, type: 'word', logprob: -0.1 },
            { text: ' ', start: from + 0.3, end: from + 0.4, type: 'spacing', logprob: -0.1 },
            { text: 'day.', start: from + 0.4, end: from + 0.8, type: 'word', logprob: -0.1 },
          ],
        });
      });
    };
    const heard = await hearTwo('elevenlabs');
    expect(heard.map(({ text }) => text)).toEqual(['Good day.', 'Good day.']);
    expect(heard.map(shown)).toEqual([
      ['Good 100-300', 'day. 400-800'],
      ['Good 100-300', 'day. 400-800'],
    ]);
  });

  it('Azure counts them from the beginning of each request', async () => {
    vendor.onSocket = (socket) =>
      socket.on('message', (data: Buffer, isBinary) => {
        if (!isBinary) return;
        const end = 2 + data.readUInt16BE(0);
        const id = /X-RequestId: (\w+)/.exec(String(data.subarray(2, end)))?.[1];
        if (data.length > end) return;
        const message = (path: string, body: object) =>
          socket.send(
            `X-RequestId:${id}\r\nContent-Type:application/json; charset=utf-8\r\nPath:${path}\r\n\r\n${JSON.stringify(body)}`,
          );
        const words = [
          { Word: 'good', Offset: 1_000_000, Duration: 3_000_000 },
          { Word: 'day', Offset: 5_000_000, Duration: 2_000_000 },
        ];
        message('speech.phrase', {
          RecognitionStatus: 'Success',
          Offset: 1_000_000,
          Duration: 6_000_000,
          NBest: [{ Confidence: 0.9, Lexical: 'good day', Display: 'Good day.', Words: words }],
        });
        message('turn.end', {});
      });
    expect((await hearTwo('azure')).map(shown)).toEqual([
      ['good 100-400', 'day 500-700'],
      ['good 100-400', 'day 500-700'],
    ]);
  });

  it('Google answers them with the utterance, as durations', async () => {
    vendor.onRequest = (_one, response) =>
      response.end(
        JSON.stringify({
          results: [
            {
              alternatives: [
                {
                  transcript: 'Good day.',
                  words: [
                    { startTime: '0.100s', endTime: '0.400s', word: 'Good' },
                    { startTime: '0.400s', endTime: '1s', word: 'day.' },
                  ],
                },
              ],
            },
          ],
        }),
      );
    expect((await hearTwo('google')).map(shown)).toEqual([
      ['Good 100-400', 'day. 400-1000'],
      ['Good 100-400', 'day. 400-1000'],
    ]);
  });

  it('Groq is asked for them', async () => {
    vendor.seen.length = 0;
    vendor.onRequest = (_one, response) =>
      response.end(JSON.stringify({ text: ' Good day.', words: [{ word: 'Good', start: 0.1, end: 0.4 }] }));
    const [heard] = await hearTwo('groq');
    expect(shown(heard as HeardText)).toEqual(['Good 100-400']);
    const form = String(vendor.seen[0]?.body);
    expect(form).toMatch(/name="response_format"\r\n\r\nverbose_json/);
    expect(form).toMatch(/name="timestamp_granularities\[\]"\r\n\r\nword/);
  });

  it('Cartesia’s drift from the sound, and are left', async () => {
    vendor.onSocket = (socket) =>
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary || String(data) !== 'finalize') return;
        const words = [{ word: 'Good', start: 0.1, end: 0.2 }];
        send(socket, { type: 'transcript', is_final: true, text: 'Good', words, duration: 1 });
        send(socket, { type: 'flush_done' });
      });
    expect((await hearTwo('cartesia')).map(({ words }) => words)).toEqual([undefined, undefined]);
  });
});
