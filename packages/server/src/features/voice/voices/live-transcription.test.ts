import { openRecognizer } from '@tendril/catalogue/speech/open-recognizer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { type PlayedVendor, playVendor } from './testing/played-vendor.ts';

let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

const second = new Int16Array(16_000).fill(100);
const open = (mode: 'fast' | 'accurate' = 'fast') =>
  openRecognizer('openai', vendor.connection()).open({
    language: 'de-DE',
    sampleRate: 16_000,
    mode,
    keywords: ['Zahnarzt'],
    signal: new AbortController().signal,
  });

type Received = { type: string; audio?: string; session?: object };

/** A transcription session, as the vendor holds it: ready once it is described. */
function playSession(
  answer: (received: Received, send: (message: object) => void, socket: WebSocket) => void,
): { received: Received[]; opened: string[] } {
  const received: Received[] = [];
  const opened: string[] = [];
  vendor.onSocket = (socket, request) => {
    opened.push(`${request.url} ${request.headers.authorization}`);
    const send = (message: object) => socket.send(JSON.stringify({ event_id: 'event_1', ...message }));
    send({ type: 'session.created', session: { type: 'transcription' } });
    socket.on('message', (data: Buffer) => {
      const one = JSON.parse(String(data)) as Received;
      received.push(one);
      if (one.type === 'session.update') send({ type: 'session.updated', session: one.session });
      answer(one, send, socket);
    });
  };
  return { received, opened };
}

const transcribed = 'conversation.item.input_audio_transcription';

it('words come while the caller speaks, and a commit brings the final ones', async () => {
  let items = 0;
  const { received, opened } = playSession(({ type }, send) => {
    const id = `item_${items}`;
    if (type === 'input_audio_buffer.append' && items === 0) {
      send({ type: `${transcribed}.delta`, item_id: id, content_index: 0, delta: 'Guten' });
      send({ type: `${transcribed}.delta`, item_id: id, content_index: 0, delta: ' Tag' });
    }
    if (type !== 'input_audio_buffer.commit') return;
    items += 1;
    send({ type: 'input_audio_buffer.committed', item_id: id, previous_item_id: null });
    send({ type: `${transcribed}.completed`, item_id: id, content_index: 0, transcript: `Guten Tag. ${id}` });
  });
  const line = await open();
  const interim: string[] = [];
  const utterance = line.begin((text) => interim.push(text));
  utterance.push(second);
  await expect.poll(() => interim).toEqual(['Guten', 'Guten Tag']);
  expect(await utterance.finish()).toEqual({ text: 'Guten Tag. item_0' });
  const next = line.begin(() => undefined);
  next.push(second);
  expect(await next.finish()).toEqual({ text: 'Guten Tag. item_1' });
  line.close();
  expect(opened).toEqual(['/realtime?intent=transcription Bearer sk-CANARY']);
  expect(received[0]).toEqual({
    type: 'session.update',
    session: {
      type: 'transcription',
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: 24_000 },
          transcription: { model: 'gpt-live-transcribe', language: 'de', keywords: ['Zahnarzt'] },
          turn_detection: null,
        },
      },
    },
  });
  // A second at 24 kHz, up to what the conversion holds back.
  const bytes = Buffer.from(received[1]?.audio ?? '', 'base64').length;
  expect(bytes).toBeGreaterThan(47_000);
  expect(bytes).toBeLessThanOrEqual(48_000);
});

it('accurate words are waited for, however long the vendor is silent, and late ones belong to their own utterance', async () => {
  const { received } = playSession(({ type }, send) => {
    if (type !== 'input_audio_buffer.commit') return;
    send({ type: 'input_audio_buffer.committed', item_id: 'a' });
    setTimeout(() => send({ type: `${transcribed}.completed`, item_id: 'a', transcript: 'Spät.' }), 1200);
  });
  const line = await open('accurate');
  const utterance = line.begin(() => undefined);
  utterance.push(second);
  expect((await utterance.finish()).text).toBe('Spät.');
  line.close();
  expect(JSON.stringify(received[0])).toContain(
    '"model":"gpt-4o-transcribe","language":"de","prompt":"Zahnarzt"',
  );
});

it('a session lost in the middle of words is opened again, and hears what was not final', async () => {
  let sockets = 0;
  const { opened } = playSession(({ type }, send, socket) => {
    if (type === 'session.update') sockets += 1;
    if (sockets === 1 && type === 'input_audio_buffer.append') socket.terminate();
    if (sockets === 2 && type === 'input_audio_buffer.commit') {
      send({ type: 'input_audio_buffer.committed', item_id: 'b' });
      send({ type: `${transcribed}.completed`, item_id: 'b', transcript: 'Alles da.' });
    }
  });
  const line = await open();
  const utterance = line.begin(() => undefined);
  utterance.push(second);
  await expect.poll(() => opened.length).toBe(2);
  expect((await utterance.finish()).text).toBe('Alles da.');
  line.close();
});

it('too little sound to finish is silence, and another error fails the utterance in its words', async () => {
  let commits = 0;
  playSession(({ type }, send) => {
    if (type !== 'input_audio_buffer.commit') return;
    commits += 1;
    const code = commits === 1 ? 'input_audio_buffer_commit_empty' : 'rate_limit_exceeded';
    send({ type: 'error', error: { type: 'invalid_request_error', code, message: 'Too much of it.' } });
  });
  const line = await open();
  const say = () => {
    const utterance = line.begin(() => undefined);
    utterance.push(second);
    return utterance.finish();
  };
  expect((await say()).text).toBe('');
  await expect(say()).rejects.toMatchObject({
    code: 'PROVIDER_RATE_LIMITED',
    message: 'OpenAI: Too much of it.',
  });
  line.close();
});

it('a model that the account does not have is asked for as a file instead, and a refused key is refused', async () => {
  vendor.onRequest = (_one, response) => response.end('{"text":"Hier."}');
  const refuse = (code: string) => {
    vendor.onSocket = (socket) =>
      socket.on('message', () =>
        socket.send(
          JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', code, message: 'No.' } }),
        ),
      );
  };
  refuse('model_not_found');
  const line = await open();
  const utterance = line.begin(() => undefined);
  utterance.push(second);
  expect((await utterance.finish()).text).toBe('Hier.');
  line.close();
  refuse('invalid_api_key');
  await expect(open()).rejects.toMatchObject({ code: 'PROVIDER_UNAUTHORIZED' });
});
