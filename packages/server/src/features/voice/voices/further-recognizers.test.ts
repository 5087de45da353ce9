import { hearsLanguage, openRecognizer } from '@tendril/catalogue/speech/open-recognizer';
import type { RecognizerVendor } from '@tendril/catalogue/speech/recognizer-vendors';
import { isWav } from '@tendril/contract/voice/wav';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayedVendor, playVendor } from './testing/played-vendor.ts';

let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

const ramp = (length: number) => Int16Array.from({ length }, (_, index) => index % 1000);
const open = (id: RecognizerVendor, language = 'en-US') =>
  openRecognizer(id, vendor.connection()).open({
    language,
    sampleRate: 16_000,
    mode: 'fast',
    keywords: ['Tendril'],
    signal: new AbortController().signal,
  });

describe('hearing by Azure', () => {
  interface Sent {
    path: string;
    id: string;
    body: Buffer;
  }
  const read = (data: Buffer, isBinary: boolean): Sent => {
    const end = isBinary ? 2 + data.readUInt16BE(0) : data.indexOf('\r\n\r\n') + 4;
    const head = String(data.subarray(isBinary ? 2 : 0, end));
    return {
      path: /^Path: (\S+)/m.exec(head)?.[1] ?? '',
      id: /X-RequestId: (\w+)/.exec(head)?.[1] ?? '',
      body: data.subarray(end),
    };
  };
  const text = (path: string, id: string, body: object) =>
    `X-RequestId:${id}\r\nContent-Type:application/json; charset=utf-8\r\nPath:${path}\r\n\r\n${JSON.stringify(body)}`;

  it('each utterance is a request of its own on one socket, and a piece without sound ends it', async () => {
    const sent: Sent[] = [];
    const opened: string[] = [];
    const words = [
      ['good', 'Good morning.'],
      ['thank', 'Thank you.'],
    ];
    vendor.onSocket = (socket, request) => {
      opened.push(`${request.url} ${request.headers['ocp-apim-subscription-key']}`);
      let begun = '';
      socket.on('message', (data: Buffer, isBinary) => {
        const one = read(data, isBinary);
        sent.push(one);
        if (one.path !== 'audio') return;
        const [so_far, all] = words[0] ?? [];
        if (one.body.length > 0 && begun !== one.id) {
          begun = one.id;
          socket.send(text('turn.start', one.id, { context: { serviceTag: 't' } }));
          socket.send(text('speech.startDetected', one.id, { Offset: 100_000 }));
          socket.send(
            text('speech.hypothesis', one.id, { Text: so_far, Offset: 100_000, Duration: 900_000 }),
          );
        }
        if (one.body.length > 0) return;
        words.shift();
        const phrase = {
          RecognitionStatus: 'Success',
          Offset: 100_000,
          Duration: 1_000_000,
          NBest: [{ Confidence: 0.9, Lexical: 'x', Display: all }],
        };
        socket.send(text('speech.phrase', one.id, phrase));
        socket.send(
          text('speech.phrase', one.id, { RecognitionStatus: 'EndOfDictation', Offset: 1_100_000 }),
        );
        socket.send(text('turn.end', one.id, {}));
      });
    };
    const line = await open('azure', 'de-DE');
    const said: string[] = [];
    for (const [part, whole] of [
      ['good', 'Good morning.'],
      ['thank', 'Thank you.'],
    ]) {
      const interim: string[] = [];
      const heard = Promise.withResolvers<void>();
      const utterance = line.begin((so_far) => {
        interim.push(so_far);
        heard.resolve();
      });
      utterance.push(ramp(1600));
      await heard.promise;
      utterance.push(ramp(1600));
      said.push((await utterance.finish()).text);
      expect([interim[0], said.at(-1)]).toEqual([part, whole]);
    }
    line.close();
    expect(opened).toEqual([
      '/speech/recognition/conversation/cognitiveservices/v1?language=de-DE&format=detailed&wordLevelTimestamps=true sk-CANARY',
    ]);
    expect(sent.slice(0, 2).map(({ path }) => path)).toEqual(['speech.config', 'speech.context']);
    expect(String(sent[1]?.body)).toBe(
      '{"dgi":{"Groups":[{"Type":"Generic","Items":[{"Text":"Tendril"}]}]}}',
    );
    const sound = sent.filter(({ path }) => path === 'audio');
    expect(sound.map(({ body }) => body.length)).toEqual([44 + 3200, 3200, 0, 44 + 3200, 3200, 0]);
    expect(isWav(sound[0]?.body ?? new Uint8Array())).toBe(true);
    expect(new Set(sound.map(({ id }) => id)).size).toBe(2);
  });
});

describe('hearing by Cartesia', () => {
  it('words come while the caller speaks, and "finalize" brings the last ones', async () => {
    const heard: (string | number)[] = [];
    vendor.onSocket = (socket, request) => {
      heard.push(`${request.url} ${request.headers['x-api-key']}`);
      const send = (message: object) => socket.send(JSON.stringify({ request_id: 'r', ...message }));
      socket.on('message', (data: Buffer, isBinary) => {
        heard.push(isBinary ? data.length : String(data));
        if (isBinary) send({ type: 'transcript', is_final: false, text: 'good' });
        else if (String(data) === 'finalize') {
          send({ type: 'transcript', is_final: true, text: ' Good morning.', duration: 0.1, language: 'en' });
          send({ type: 'flush_done' });
        }
      });
    };
    const line = await open('cartesia');
    const interim: string[] = [];
    const paused = Promise.withResolvers<void>();
    const utterance = line.begin((text) => {
      interim.push(text);
      paused.resolve();
    });
    utterance.push(ramp(1600));
    await paused.promise;
    expect((await utterance.finish()).text).toBe('Good morning.');
    expect(interim[0]).toBe('good');
    line.close();
    expect(heard.slice(0, 3)).toEqual([
      '/stt/websocket?model=ink-whisper&encoding=pcm_s16le&sample_rate=16000&language=en sk-CANARY',
      3200,
      'finalize',
    ]);
  });

  it('its errors fail the utterance in its words', async () => {
    vendor.onSocket = (socket) =>
      socket.on('message', () => socket.send('{"type":"error","message":"No credits."}'));
    const line = await open('cartesia');
    const utterance = line.begin(() => undefined);
    utterance.push(ramp(1600));
    await expect(utterance.finish()).rejects.toThrow('Cartesia: No credits.');
    line.close();
  });
});

describe('hearing by Google', () => {
  it('an utterance is sent once it is over, and its results follow each other', async () => {
    vendor.onRequest = (_one, response) =>
      response.end(
        JSON.stringify({
          results: [
            { alternatives: [{ transcript: 'Good morning.', confidence: 0.9 }], languageCode: 'en-us' },
            { alternatives: [{ transcript: ' I need help.' }] },
          ],
          totalBilledTime: '2s',
        }),
      );
    vendor.seen.length = 0;
    const line = await open('google', 'zh-CN');
    const utterance = line.begin(() => undefined);
    utterance.push(ramp(1600));
    expect((await utterance.finish()).text).toBe('Good morning. I need help.');
    expect(vendor.seen[0]).toMatchObject({
      path: '/v1/speech:recognize',
      headers: { 'x-goog-api-key': 'sk-CANARY' },
    });
    const body = JSON.parse(String(vendor.seen[0]?.body)) as { config: object; audio: { content: string } };
    expect(body.config).toEqual({
      encoding: 'LINEAR16',
      sampleRateHertz: 16_000,
      languageCode: 'cmn-Hans-CN',
      enableAutomaticPunctuation: true,
      enableWordTimeOffsets: true,
      model: 'latest_short',
      speechContexts: [{ phrases: ['Tendril'] }],
    });
    expect(Buffer.from(body.audio.content, 'base64')).toHaveLength(3200);
    vendor.onRequest = (_one, response) => response.end('{}');
    const silent = line.begin(() => undefined);
    silent.push(ramp(1600));
    expect((await silent.finish()).text).toBe('');
    line.close();
  });
});

it('a vendor that hears one language is not asked for several', () => {
  expect(
    ['azure', 'google', 'cartesia', 'deepgram'].map((id) => hearsLanguage(id as RecognizerVendor, 'multi')),
  ).toEqual([false, false, true, true]);
});
