import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hearsLanguage, openRecognizer } from '@tendril/catalogue/speech/open-recognizer';
import { openSynthesizer } from '@tendril/catalogue/speech/open-synthesizer';
import { chainRecognizers } from '@tendril/catalogue/speech/recognizer-chain';
import type { SpeechRequest } from '@tendril/contract/provider/text-to-speech';
import { isWav, readWavHead, toWav } from '@tendril/contract/voice/wav';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createEgress, type Egress } from '../../../platform/egress/egress.ts';

interface Seen {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

let play: (seen: Seen, response: ServerResponse) => void;
let seen: Seen[] = [];
let onSocket: (socket: WebSocket, request: IncomingMessage) => void;
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) };
  seen.push(one);
  play(one, response);
});
const sockets = new WebSocketServer({ server });
sockets.on('connection', (socket, request) => onSocket(socket, request));
let egress: Egress;
let baseUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  baseUrl = `http://127.0.0.1:${port}`;
  egress = createEgress({ egressAllow: [`127.0.0.1:${port}`] });
});
beforeEach(() => {
  seen = [];
  // A server that keeps no sockets.
  onSocket = (socket) => socket.close();
});
afterAll(async () => {
  await egress.close();
  sockets.close();
  server.closeAllConnections();
  server.close();
});

const connection = () => ({
  key: 'sk-CANARY',
  userId: 'user-7',
  baseUrl,
  fetch: egress.fetch,
  openSocket: egress.openSocket,
});
const live = () => new AbortController().signal;
const asked = (more: Partial<SpeechRequest> = {}): SpeechRequest => ({
  text: 'Good morning.',
  speed: 1,
  language: 'en-US',
  sampleRate: 16_000,
  signal: live(),
  ...more,
});
const ramp = (length: number) => Int16Array.from({ length }, (_, index) => index % 1000);
const bytesOf = (samples: Int16Array) => Buffer.from(samples.buffer);
const json = (one: Seen | undefined) => JSON.parse(String(one?.body)) as Record<string, unknown>;

async function speak(voice: Parameters<typeof openSynthesizer>[1], request = asked()): Promise<number[]> {
  const samples: number[] = [];
  for await (const piece of openSynthesizer(connection(), voice).speak(request)) samples.push(...piece);
  return samples;
}

const alloy = { provider: 'openai', voice_name: 'Alloy', accent: 'American', gender: 'male' } as const;
const thalia = { provider: 'deepgram', voice_name: 'Thalia', accent: 'American', gender: 'female' } as const;
const roger = { provider: 'elevenlabs', voice_name: 'Roger', accent: 'American', gender: 'male' } as const;
const adrian = {
  provider: 'elevenlabs',
  voice_name: 'Adrian',
  accent: 'American',
  gender: 'male',
  age: 'Young',
} as const;
const benton = { provider: 'play', voice_name: 'Benton', accent: 'American', gender: 'male' } as const;

describe('speaking', () => {
  it('OpenAI is asked for bare samples, which come at the wanted rate however the network cuts them', async () => {
    const sound = bytesOf(ramp(24_000));
    play = (_one, response) => {
      response.writeHead(200, { 'content-type': 'audio/pcm' });
      response.write(sound.subarray(0, 1001));
      response.end(sound.subarray(1001));
    };
    expect(await speak(alloy, asked({ speed: 1.5 }))).toHaveLength(16_000);
    expect(seen[0]).toMatchObject({ path: '/audio/speech', headers: { authorization: 'Bearer sk-CANARY' } });
    expect(json(seen[0])).toEqual({
      model: 'gpt-4o-mini-tts',
      voice: 'alloy',
      input: 'Good morning.',
      response_format: 'pcm',
      speed: 1.5,
    });
  });

  it('Deepgram is asked for the rate itself, and a voice for the language of its accent', async () => {
    play = (_one, response) => response.end(bytesOf(ramp(8000)));
    expect(await speak(thalia, asked({ sampleRate: 8000 }))).toEqual([...ramp(8000)]);
    expect(seen[0]?.path).toBe(
      '/speak?model=aura-2-thalia-en&encoding=linear16&sample_rate=8000&container=none',
    );
    expect(seen[0]?.headers.authorization).toBe('Token sk-CANARY');
    expect(json(seen[0])).toEqual({ text: 'Good morning.' });
    await speak({ ...thalia, voice_name: 'Estrella', accent: 'Mexican' });
    expect(seen[1]?.path).toContain('model=aura-2-estrella-es&');
    await speak({ ...thalia, vendorId: 'own-model' });
    expect(seen[2]?.path).toContain('model=own-model&');
  });

  it('ElevenLabs: a voice of every account is known; another is looked for by name, else the closest speaks', async () => {
    let names: string[] = [];
    play = (one, response) => {
      if (!one.path.startsWith('/v2/')) response.end(bytesOf(ramp(1600)));
      else
        response.end(JSON.stringify({ voices: names.map((name) => ({ voice_id: `id of ${name}`, name })) }));
    };
    await speak(roger, asked({ language: 'es-419', speed: 3 }));
    expect(seen[0]?.path).toBe('/v1/text-to-speech/CwhRBWXzGAHq8TQ4Fs17/stream?output_format=pcm_16000');
    expect(seen[0]?.headers['xi-api-key']).toBe('sk-CANARY');
    expect(json(seen[0])).toMatchObject({ language_code: 'es', voice_settings: { speed: 1.2 } });
    names = ['Adriana', 'Adrian - Warm, Calm'];
    await speak(adrian, asked({ language: 'multi' }));
    expect(seen[1]?.path).toBe('/v2/voices?search=Adrian&page_size=100');
    expect(decodeURIComponent(seen[2]?.path ?? '')).toContain('/id of Adrian - Warm, Calm/');
    expect(json(seen[2])).not.toHaveProperty('language_code');
    names = ['Adriana'];
    await speak(adrian);
    expect(seen[4]?.path).toContain('/TX3LPaxmHKxFdv7VOQHJ/');
  });

  it('PlayHT: a voice is found by name, and its file says its own rate', async () => {
    play = (one, response) =>
      one.path === '/voices'
        ? response.end(JSON.stringify([{ id: 's3://benton', name: 'Benton' }]))
        : response.end(toWav({ sampleRate: 48_000, samples: ramp(4800) }));
    expect(await speak(benton)).toHaveLength(1600);
    expect(seen[1]?.headers).toMatchObject({ authorization: 'Bearer sk-CANARY', 'x-user-id': 'user-7' });
    expect(json(seen[1])).toMatchObject({ voice: 's3://benton', output_format: 'wav', sample_rate: 16_000 });
    await expect(speak({ ...benton, voice_name: 'Nobody' })).rejects.toThrow('no voice named "Nobody"');
  });

  it.each([
    [401, { error: { message: 'bad key sk-CANARY' } }, 'PROVIDER_UNAUTHORIZED', 'OpenAI: bad key …'],
    [429, { detail: { message: 'slow down' } }, 'PROVIDER_RATE_LIMITED', 'OpenAI: slow down'],
    [503, 'down', 'PROVIDER_UNAVAILABLE', 'OpenAI: answered 503'],
    [400, { err_msg: 'no such model' }, 'PROVIDER_REFUSED', 'OpenAI: no such model'],
  ])(
    'an error %i is reported in the words of the vendor, without the key',
    async (status, body, code, message) => {
      play = (_one, response) => response.writeHead(status).end(JSON.stringify(body));
      await expect(speak(alloy)).rejects.toMatchObject({ code, message });
    },
  );

  it('a vendor that is not there, or may not be reached, is named', async () => {
    const { port } = server.address() as AddressInfo;
    const voice = (base: string, way: Egress) =>
      openSynthesizer({ ...connection(), baseUrl: base, fetch: way.fetch }, alloy);
    const first = (synthesizer: ReturnType<typeof openSynthesizer>) =>
      synthesizer.speak(asked())[Symbol.asyncIterator]().next();
    const closed = createEgress({ egressAllow: [] });
    await expect(first(voice(`http://127.0.0.1:${port}`, closed))).rejects.toMatchObject({
      code: 'EGRESS_DENIED',
      message: expect.stringContaining('OpenAI'),
    });
    await closed.close();
    play = (_one, response) => response.destroy();
    await expect(speak(alloy)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  });

  it('hanging up, and no longer listening, end the request down to the socket', async () => {
    for (const way of ['abort', 'leave'] as const) {
      const closed = Promise.withResolvers<void>();
      play = (_one, response) => {
        response.once('close', () => closed.resolve());
        response.write(bytesOf(ramp(4800)));
      };
      const ending = new AbortController();
      const pieces = openSynthesizer(connection(), alloy)
        .speak(asked({ signal: ending.signal }))
        [Symbol.asyncIterator]();
      expect((await pieces.next()).done).toBe(false);
      if (way === 'leave') await pieces.return?.();
      else {
        const next = pieces.next();
        ending.abort(new Error('hung up'));
        await expect(next).rejects.toThrow('hung up');
      }
      await closed.promise;
    }
  });

  it('says nothing for nothing', async () => {
    expect(await speak(alloy, asked({ text: '  ' }))).toEqual([]);
    expect(seen).toEqual([]);
  });
});

describe('hearing by OpenAI where it has no transcription sessions', () => {
  const open = (mode: 'fast' | 'accurate', signal = live()) =>
    openRecognizer('openai', connection()).open({
      language: 'de-DE',
      sampleRate: 8000,
      mode,
      keywords: ['Zahnarzt'],
      signal,
    });

  it('an utterance is sent as one file once it is over', async () => {
    play = (_one, response) => response.end(JSON.stringify({ text: ' Guten Tag. ' }));
    const line = await open('accurate');
    const utterance = line.begin(() => undefined);
    for (let frame = 0; frame < 50; frame += 1) utterance.push(ramp(160));
    expect((await utterance.finish()).text).toBe('Guten Tag.');
    const form = await new Response(new Uint8Array(seen[0]?.body ?? []), {
      headers: { 'content-type': seen[0]?.headers['content-type'] ?? '' },
    }).formData();
    expect([form.get('model'), form.get('language'), form.get('prompt')]).toEqual([
      'gpt-4o-transcribe',
      'de',
      'Zahnarzt',
    ]);
    const file = new Uint8Array(await (form.get('file') as File).arrayBuffer());
    expect([isWav(file), readWavHead(file)?.sampleRate, file.length]).toEqual([true, 8000, 44 + 16_000]);
  });

  it('a click is no utterance, and the end of the call ends what is under way', async () => {
    play = () => undefined;
    const line = await open('fast');
    expect((await line.begin(() => undefined).finish()).text).toBe('');
    expect(seen).toEqual([]);
    const utterance = line.begin(() => undefined);
    utterance.push(ramp(8000));
    const words = utterance.finish();
    line.close();
    await expect(words).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('hearing by Deepgram', () => {
  const results = (transcript: string, more: object = {}) =>
    JSON.stringify({
      type: 'Results',
      start: 0,
      duration: 1,
      channel: { alternatives: [{ transcript }] },
      ...more,
    });
  const open = (more: { language?: string; mode?: 'fast' | 'accurate' } = {}) =>
    openRecognizer('deepgram', connection()).open({
      language: 'en-US',
      sampleRate: 16_000,
      mode: 'fast',
      keywords: ['Tendril'],
      signal: live(),
      ...more,
    });

  it('words come while the caller speaks, and the last ones at once when he has finished', async () => {
    const heard: (string | number)[] = [];
    onSocket = (socket, request) => {
      heard.push(`${request.headers.authorization} ${request.url}`);
      socket.on('message', (data: Buffer, isBinary) => {
        heard.push(isBinary ? data.length : String(data));
        if (isBinary) {
          socket.send(results('good', { is_final: false }));
          socket.send(results('good', { is_final: false, speech_final: true }));
        } else if (String(data).includes('Finalize')) {
          socket.send(results('Good morning.', { is_final: true }));
          socket.send(results('I need help.', { is_final: true, from_finalize: true }));
        }
      });
    };
    const line = await open();
    const interim: [string, boolean?][] = [];
    const paused = Promise.withResolvers<void>();
    const utterance = line.begin((text, isEnd) => {
      interim.push([text, isEnd]);
      if (isEnd) paused.resolve();
    });
    utterance.push(ramp(320));
    await paused.promise;
    expect((await utterance.finish()).text).toBe('Good morning. I need help.');
    expect(interim.slice(0, 2)).toEqual([
      ['good', false],
      ['good', true],
    ]);
    line.close();
    expect(heard[0]).toBe(
      'Token sk-CANARY /listen?model=nova-3&language=en-US&encoding=linear16&sample_rate=16000&channels=1&interim_results=true&punctuate=true&endpointing=250&no_delay=true&keyterm=Tendril',
    );
    expect(heard.slice(1, 3)).toEqual([640, '{"type":"Finalize"}']);
  });

  it('a language without a model of the newest kind is heard by the older, "multi" by all', async () => {
    const addresses: string[] = [];
    onSocket = (_socket, request) => addresses.push(request.url ?? '');
    for (const language of ['zh-CN', 'multi', 'no-NO']) (await open({ language, mode: 'accurate' })).close();
    expect(addresses[0]).toContain('model=nova-2&language=zh-CN');
    expect(addresses[1]).toContain('model=nova-3&language=multi');
    expect(addresses[2]).toMatch(/model=nova-3&language=no&.*smart_format=true/);
  });

  it('when nothing is left to say the words so far count, and words of before never come again', async () => {
    onSocket = (socket) =>
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) socket.send(results('yes', { is_final: true, duration: 0.02 }));
        else if (String(data).includes('Finalize')) socket.send(JSON.stringify({ type: 'Metadata' }));
      });
    const line = await open();
    const heard = Promise.withResolvers<void>();
    const utterance = line.begin(() => heard.resolve());
    utterance.push(ramp(320));
    await heard.promise;
    expect((await utterance.finish()).text).toBe('yes');
    expect((await line.begin(() => undefined).finish()).text).toBe('');
    line.close();
  });

  it('a line lost in the middle of words is reopened and gets what was not final: no word is lost', async () => {
    const sockets: number[][] = [];
    onSocket = (socket) => {
      const sent: number[] = [];
      sockets.push(sent);
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) sent.push(data.readInt16LE(0));
        if (sockets.length === 1 && sent.length === 1)
          socket.send(results('I would like', { is_final: true, duration: 0.02 }));
        if (sockets.length === 1 && sent.length === 2) {
          socket.send(results('two', { is_final: false, start: 0.02, duration: 0.02 }));
          setImmediate(() => socket.terminate());
        }
        if (sockets.length === 2 && String(data).includes('Finalize'))
          socket.send(results('two tickets.', { is_final: true, from_finalize: true }));
      });
    };
    const line = await open();
    const interim: string[] = [];
    const utterance = line.begin((text) => interim.push(text));
    utterance.push(new Int16Array(320).fill(1));
    await expect.poll(() => interim).toEqual(['I would like']);
    utterance.push(new Int16Array(320).fill(2));
    await expect.poll(() => sockets.length).toBe(2);
    utterance.push(new Int16Array(320).fill(3));
    expect((await utterance.finish()).text).toBe('I would like two tickets.');
    expect(sockets).toEqual([
      [1, 2],
      [2, 3],
    ]);
    line.close();
  });

  it('a line lost while the last words are awaited gives them all the same', async () => {
    let opened = 0;
    onSocket = (socket) => {
      opened += 1;
      const own = opened;
      socket.on('message', (data: Buffer, isBinary) => {
        if (own === 1 && isBinary) socket.send(results('tomor', { is_final: false }));
        if (isBinary || !String(data).includes('Finalize')) return;
        if (own === 1) socket.terminate();
        else socket.send(results('Tomorrow, please.', { is_final: true, from_finalize: true }));
      });
    };
    const line = await open();
    const heard = Promise.withResolvers<void>();
    const utterance = line.begin(() => heard.resolve());
    utterance.push(ramp(320));
    await heard.promise;
    expect((await utterance.finish()).text).toBe('Tomorrow, please.');
    line.close();
  });

  it('words that may still change are waited for when the vendor takes its time', async () => {
    onSocket = (socket) =>
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) socket.send(results('nineteen', { is_final: false }));
        else if (String(data).includes('Finalize'))
          setTimeout(() => socket.send(results('Ninety.', { is_final: true, from_finalize: true })), 1000);
      });
    const line = await open();
    const heard = Promise.withResolvers<void>();
    const utterance = line.begin(() => heard.resolve());
    utterance.push(ramp(320));
    await heard.promise;
    expect((await utterance.finish()).text).toBe('Ninety.');
    line.close();
  });

  it('a line that is lost again and again fails its utterance, and is opened again with the next', async () => {
    let opened = 0;
    onSocket = (socket) => {
      opened += 1;
      if (opened <= 2) socket.on('message', () => socket.terminate());
      else
        socket.on('message', (data: Buffer, isBinary) => {
          if (!isBinary && String(data).includes('Finalize'))
            socket.send(results('Again.', { is_final: true, from_finalize: true }));
        });
    };
    const line = await open();
    const lost = line.begin(() => undefined);
    lost.push(ramp(320));
    await expect(lost.finish()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    const next = line.begin(() => undefined);
    next.push(ramp(320));
    expect((await next.finish()).text).toBe('Again.');
    line.close();
  });

  it('an unreachable vendor is reported before the call begins', async () => {
    const recognizer = openRecognizer('deepgram', {
      ...connection(),
      baseUrl: `${baseUrl.replace(/:\d+$/, ':1')}`,
    });
    const request = {
      language: 'en-US',
      sampleRate: 8000,
      mode: 'fast',
      keywords: [],
      signal: live(),
    } as const;
    await expect(recognizer.open(request)).rejects.toMatchObject({
      code: expect.stringMatching(/EGRESS|PROVIDER/),
    });
  });
});

/** A vendor's socket: what it is sent, and how it responds to a message. */
function playSocket(respond: (message: string | Buffer, send: (message: object) => void) => void) {
  const sent: (string | Buffer)[] = [];
  const addresses: string[] = [];
  onSocket = (socket, request) => {
    addresses.push(request.url ?? '');
    socket.on('message', (data: Buffer, isBinary) => {
      const message = isBinary ? data : String(data);
      sent.push(message);
      respond(message, (answer) => socket.send(JSON.stringify(answer)));
    });
  };
  return { sent, addresses };
}

describe('hearing by AssemblyAI', () => {
  const turn = (transcript: string, more: object = {}) => ({
    type: 'Turn',
    turn_order: 0,
    end_of_turn: false,
    turn_is_formatted: false,
    transcript,
    words: [{ text: transcript, start: 0, end: 60, word_is_final: true }],
    ...more,
  });
  const open = (more: { mode?: 'fast' | 'accurate'; language?: string } = {}) =>
    openRecognizer('assemblyai', connection()).open({
      language: 'en-US',
      sampleRate: 16_000,
      mode: 'fast',
      keywords: ['Tendril', 'x'.repeat(51)],
      signal: live(),
      ...more,
    });

  it('gets pieces as long as it takes them, and ends a turn only when it is asked to', async () => {
    const { sent, addresses } = playSocket((message, send) => {
      if (typeof message !== 'string') {
        const half = [{ text: 'mor', start: 20, end: 60, word_is_final: false }];
        send(turn('good', { words: half }));
      } else if (message.includes('ForceEndpoint')) send(turn('good morning', { end_of_turn: true }));
    });
    const line = await open();
    const interim: string[] = [];
    const utterance = line.begin((text) => interim.push(text));
    for (let frame = 0; frame < 4; frame += 1) utterance.push(ramp(320));
    await expect.poll(() => interim).toEqual(['good mor']);
    expect((await utterance.finish()).text).toBe('good morning');
    line.close();
    // 20 ms each: three make a piece, and the fourth is filled up with silence.
    expect(sent.slice(0, 3).map((one) => (typeof one === 'string' ? one : one.length))).toEqual([
      1920,
      1600,
      '{"type":"ForceEndpoint"}',
    ]);
    const query = new URL(addresses[0] ?? '', 'ws://vendor').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      speech_model: 'universal-streaming-english',
      sample_rate: '16000',
      encoding: 'pcm_s16le',
      format_turns: 'false',
      end_of_turn_confidence_threshold: '1',
      max_turn_silence: '60000',
      keyterms_prompt: '["Tendril"]',
    });
    await expect.poll(() => sent.at(-1)).toBe('{"type":"Terminate"}');
  });

  it('its words count with their punctuation where the agent wants them accurate', async () => {
    const { addresses } = playSocket((message, send) => {
      if (typeof message !== 'string' || !message.includes('ForceEndpoint')) return;
      send(turn('um neun uhr', { end_of_turn: true }));
      send(turn('Um 9 Uhr.', { end_of_turn: true, turn_is_formatted: true }));
    });
    const line = await open({ mode: 'accurate', language: 'de-DE' });
    const utterance = line.begin(() => undefined);
    utterance.push(ramp(1600));
    expect((await utterance.finish()).text).toBe('Um 9 Uhr.');
    expect(addresses[0]).toContain('speech_model=universal-streaming-multilingual');
    line.close();
  });

  it('an error of its session fails the utterance in its words', async () => {
    playSocket((_message, send) => send({ error: 'Not enough balance' }));
    const line = await open();
    const utterance = line.begin(() => undefined);
    utterance.push(ramp(1600));
    await expect(utterance.finish()).rejects.toMatchObject({ message: 'AssemblyAI: Not enough balance' });
    line.close();
  });

  it('is not asked for a language that it does not recognize', () => {
    expect(['en-US', 'pt-BR', 'multi', 'ja-JP'].map((one) => hearsLanguage('assemblyai', one))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(hearsLanguage('deepgram', 'ja-JP')).toBe(true);
  });
});

describe('hearing by ElevenLabs', () => {
  const open = () =>
    openRecognizer('elevenlabs', connection()).open({
      language: 'fr-FR',
      sampleRate: 8000,
      mode: 'fast',
      keywords: ['Tendril'],
      signal: live(),
    });

  it('words come while the caller speaks, and a commit brings the last ones', async () => {
    const { sent, addresses } = playSocket((message, send) => {
      const chunk = JSON.parse(String(message)) as { commit: boolean };
      if (chunk.commit) send({ message_type: 'committed_transcript', text: ' Bonjour, Madame. ' });
      else send({ message_type: 'partial_transcript', text: 'bonjour' });
    });
    const line = await open();
    const interim: string[] = [];
    const utterance = line.begin((text) => interim.push(text));
    utterance.push(ramp(800));
    await expect.poll(() => interim).toEqual(['bonjour']);
    expect((await utterance.finish()).text).toBe('Bonjour, Madame.');
    line.close();
    expect(sent.map((one) => JSON.parse(String(one)) as unknown)).toEqual([
      {
        message_type: 'input_audio_chunk',
        audio_base_64: bytesOf(ramp(800)).toString('base64'),
        commit: false,
        sample_rate: 8000,
      },
      { message_type: 'input_audio_chunk', audio_base_64: '', commit: true, sample_rate: 8000 },
    ]);
    expect(addresses[0]).toBe(
      '/v1/speech-to-text/realtime?model_id=scribe_v2_realtime&audio_format=pcm_8000&commit_strategy=manual&include_timestamps=true&language_code=fr&keyterms=Tendril',
    );
  });

  it('too little sound to finish is silence, and a late answer belongs to the utterance before', async () => {
    const answers = [
      { message_type: 'commit_throttled', error: 'Too little sound.' },
      { message_type: 'committed_transcript', text: 'two' },
    ];
    let held: (() => void) | undefined;
    playSocket((message, send) => {
      if (!(JSON.parse(String(message)) as { commit: boolean }).commit) return;
      const answer = answers.shift();
      if (answer) send(answer);
      else held = () => send({ message_type: 'committed_transcript', text: 'three' });
    });
    const line = await open();
    const say = () => {
      const utterance = line.begin(() => undefined);
      utterance.push(ramp(800));
      return utterance;
    };
    expect((await say().finish()).text).toBe('');
    expect((await say().finish()).text).toBe('two');
    const third = say();
    const words = third.finish();
    await expect.poll(() => held !== undefined).toBe(true);
    third.cancel();
    const heard: string[] = [];
    line.begin((text) => heard.push(text));
    held?.();
    expect((await words).text).toBe('');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toEqual([]);
    line.close();
  });

  it('a session without quota fails at once', async () => {
    playSocket((_message, send) => send({ message_type: 'quota_exceeded', error: 'No credits are left.' }));
    const line = await open();
    const utterance = line.begin(() => undefined);
    utterance.push(ramp(800));
    await expect(utterance.finish()).rejects.toMatchObject({
      code: 'PROVIDER_RATE_LIMITED',
      message: 'ElevenLabs: No credits are left.',
    });
    line.close();
  });
});

describe('speech recognition by any vendor that is set up', () => {
  const request = {
    language: 'en-US',
    sampleRate: 8000,
    mode: 'fast',
    keywords: [],
    signal: new AbortController().signal,
  } as const;
  const openAi = () => openRecognizer('openai', connection());

  it('a vendor that refuses its key is passed over', async () => {
    const refused = { ...connection(), baseUrl: baseUrl.replace(/:\d+$/, ':1') };
    const chain = chainRecognizers([openRecognizer('deepgram', refused), openAi()]);
    expect(chain.label).toBe('Deepgram');
    play = (_one, response) => response.end('{"text":"Here."}');
    const line = await chain.open(request);
    const utterance = line.begin(() => undefined);
    utterance.push(ramp(1600));
    expect((await utterance.finish()).text).toBe('Here.');
    const alone = chainRecognizers([openRecognizer('deepgram', refused)]);
    await expect(alone.open(request)).rejects.toThrow();
  });

  it('opening again, because a line broke, goes on with the next, and round again', async () => {
    onSocket = () => undefined;
    const opened: string[] = [];
    const named = (label: string) => {
      const recognizer = openRecognizer('deepgram', connection());
      return {
        ...recognizer,
        label,
        open: (asked: typeof request) => {
          opened.push(label);
          return recognizer.open(asked);
        },
      };
    };
    const chain = chainRecognizers([named('one'), named('two')]);
    for (let count = 0; count < 3; count += 1) (await chain.open(request)).close();
    expect(opened).toEqual(['one', 'two', 'one']);
  });
});
