import { openSynthesizer } from '@tendril/catalogue/speech/open-synthesizer';
import type { SpeechRequest, SpokenWord } from '@tendril/contract/provider/text-to-speech';
import { toWav } from '@tendril/contract/voice/wav';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PlayedVendor, playVendor } from './testing/played-vendor.ts';

let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
beforeEach(() => {
  vendor.seen.length = 0;
});
afterAll(() => vendor.close());

const ramp = (length: number) => Int16Array.from({ length }, (_, index) => index % 1000);
const base64 = (samples: Int16Array) => Buffer.from(samples.buffer).toString('base64');
const json = (index: number) => JSON.parse(String(vendor.seen[index]?.body)) as Record<string, unknown>;

type Wanted = Parameters<typeof openSynthesizer>[1];
const katie = { provider: 'cartesia', voice_name: 'Katie', accent: 'American', gender: 'female' } as const;
const jenny = { provider: 'azure', voice_name: 'Jenny', accent: 'American', gender: 'female' } as const;
const kore = { provider: 'google', voice_name: 'Kore', accent: 'American', gender: 'female' } as const;
const roger = { provider: 'elevenlabs', voice_name: 'Roger', accent: 'American', gender: 'male' } as const;
const thalia = { provider: 'deepgram', voice_name: 'Thalia', accent: 'American', gender: 'female' } as const;

/** A voice, and one sentence of it with its words. */
function open(voice: Wanted) {
  const synthesizer = openSynthesizer(vendor.connection(), voice);
  return {
    close: () => synthesizer.close?.(),
    async speak(more: Partial<SpeechRequest> = {}) {
      const samples: number[] = [];
      const words: SpokenWord[] = [];
      const request: SpeechRequest = {
        text: 'Good morning, Siobhan.',
        speed: 1,
        language: 'en-US',
        sampleRate: 16_000,
        onWords: (known) => words.push(...known),
        signal: new AbortController().signal,
        ...more,
      };
      for await (const piece of synthesizer.speak(request)) samples.push(...piece);
      return { samples, words };
    },
  };
}
const siobhan = [{ word: 'siobhan', ipa: 'ʃɪˈvɔːn' }];

describe('Cartesia', () => {
  interface Generation {
    context_id: string;
    transcript?: string;
    cancel?: boolean;
    [field: string]: unknown;
  }
  let asked: Generation[] = [];
  let opened: string[] = [];
  const answer = (play: (one: Generation, send: (message: object) => void) => void) => {
    asked = [];
    opened = [];
    vendor.onSocket = (socket, request) => {
      opened.push(`${request.url} ${request.headers['x-api-key']} ${request.headers['cartesia-version']}`);
      socket.on('message', (data: Buffer) => {
        const one = JSON.parse(String(data)) as Generation;
        asked.push(one);
        play(one, (message) => socket.send(JSON.stringify({ context_id: one.context_id, ...message })));
      });
    };
  };
  const chunk = (samples: Int16Array) => ({
    type: 'chunk',
    data: base64(samples),
    done: false,
    status_code: 206,
    step_time: 12.3,
  });

  it('a sentence is one context on one socket for all sentences, with the times of its words', async () => {
    answer(({ cancel }, send) => {
      if (cancel) return;
      send(chunk(ramp(1600)));
      send({
        type: 'timestamps',
        done: false,
        status_code: 206,
        word_timestamps: { words: ['Good', 'morning,'], start: [0, 0.3], end: [0.25, 0.8] },
      });
      send(chunk(ramp(1600)));
      send({ type: 'done', done: true, status_code: 206 });
    });
    const voice = open(katie);
    const { samples, words } = await voice.speak({ speed: 3, emotion: 'fearful', language: 'de-DE' });
    expect(samples).toEqual([...ramp(1600), ...ramp(1600)]);
    expect(words).toEqual([
      { text: 'Good', startMs: 0, endMs: 250 },
      { text: 'morning,', startMs: 300, endMs: 800 },
    ]);
    await voice.speak();
    expect(opened).toEqual(['/tts/websocket sk-CANARY 2025-04-16']);
    expect(asked[0]).toEqual({
      model_id: 'sonic-3',
      transcript: 'Good morning, Siobhan.',
      voice: { mode: 'id', id: 'f786b574-daa5-4673-aa0c-cbe3e8534c02' },
      language: 'de',
      context_id: asked[0]?.context_id,
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 16_000 },
      add_timestamps: true,
      continue: false,
      generation_config: { speed: 1.5, emotion: 'scared' },
    });
    expect(asked[1]?.context_id).not.toBe(asked[0]?.context_id);
    voice.close();
  });

  it('a caller who interrupts cancels the context, and the socket stays for the next sentence', async () => {
    const cancelled = Promise.withResolvers<void>();
    answer(({ cancel, transcript }, send) => {
      if (cancel) return cancelled.resolve();
      send(chunk(ramp(320)));
      if (transcript === 'Next.') send({ type: 'done', done: true });
    });
    const voice = open(katie);
    const interrupting = new AbortController();
    const spoken = voice.speak({
      signal: interrupting.signal,
      onWords: undefined,
    });
    await expect.poll(() => asked.length).toBe(1);
    interrupting.abort(new DOMException('Interrupted.', 'AbortError'));
    await expect(spoken).rejects.toThrow('Interrupted.');
    await cancelled.promise;
    expect(asked[1]).toEqual({ context_id: asked[0]?.context_id, cancel: true });
    expect((await voice.speak({ text: 'Next.' })).samples).toHaveLength(320);
    expect(opened).toHaveLength(1);
    voice.close();
  });

  it('the first sound leaves before the sentence is complete', async () => {
    const goOn = Promise.withResolvers<void>();
    answer((_one, send) => {
      send(chunk(ramp(1600)));
      goOn.promise.then(() => send({ type: 'done', done: true }));
    });
    const synthesizer = openSynthesizer(vendor.connection(), katie);
    const pieces = synthesizer
      .speak({
        text: 'Hello.',
        speed: 1,
        language: 'en-US',
        sampleRate: 16_000,
        signal: new AbortController().signal,
      })
      [Symbol.asyncIterator]();
    expect((await pieces.next()).value).toHaveLength(1600);
    goOn.resolve();
    expect((await pieces.next()).done).toBe(true);
    synthesizer.close?.();
  });

  it('its errors are reported in its words, and a lost socket ends the sentence and not the next', async () => {
    answer(({ transcript }, send) =>
      transcript === 'Fine.'
        ? send({ type: 'done', done: true })
        : send({ type: 'error', done: true, error: 'Invalid key sk-CANARY', status_code: 401 }),
    );
    const voice = open(katie);
    await expect(voice.speak()).rejects.toMatchObject({
      code: 'PROVIDER_UNAUTHORIZED',
      message: 'Cartesia: Invalid key …',
    });
    voice.close();
    vendor.onSocket = (socket) => socket.on('message', () => socket.close(1011, 'overloaded'));
    await expect(voice.speak()).rejects.toMatchObject({ message: 'Cartesia: overloaded' });
    answer((_one, send) => send({ type: 'done', done: true }));
    expect((await voice.speak({ text: 'Fine.' })).samples).toEqual([]);
    voice.close();
  });
});

describe('Azure', () => {
  const binary = (path: string, requestId: string, body: Buffer) => {
    const head = Buffer.from(`X-RequestId:${requestId}\r\nPath:${path}\r\nContent-Type:audio/x-wav\r\n`);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(head.length);
    return Buffer.concat([length, head, body]);
  };
  const text = (path: string, requestId: string, body: object) =>
    `X-RequestId:${requestId}\r\nContent-Type:application/json; charset=utf-8\r\nPath:${path}\r\n\r\n${JSON.stringify(body)}`;
  let messages: string[] = [];
  let opened: string[] = [];
  const answer = (after: (requestId: string, send: (message: string | Buffer) => void) => void) => {
    messages = [];
    opened = [];
    vendor.onSocket = (socket, request) => {
      opened.push(`${request.url} ${request.headers['ocp-apim-subscription-key']}`);
      socket.on('message', (data: Buffer) => {
        messages.push(String(data));
        if (!/^Path: ssml\r$/m.test(String(data))) return;
        const id = /X-RequestId: (\w+)/.exec(String(data))?.[1] ?? '';
        after(id, (message) => socket.send(message));
      });
    };
  };

  it('is sent its three messages, and its binary sound and word boundaries are read', async () => {
    answer((id, send) => {
      send(text('turn.start', id, { context: { serviceTag: 'a1' } }));
      send(
        text('response', id, { context: { serviceTag: 'a1' }, audio: { type: 'inline', streamId: 's1' } }),
      );
      send(
        text('audio.metadata', id, {
          Metadata: [
            {
              Type: 'WordBoundary',
              Data: {
                Offset: 500_000,
                Duration: 2_500_000,
                text: { Text: 'Good', Length: 4, BoundaryType: 'WordBoundary' },
              },
            },
            {
              Type: 'WordBoundary',
              Data: {
                Offset: 3_000_000,
                Duration: 100_000,
                text: { Text: ',', Length: 1, BoundaryType: 'PunctuationBoundary' },
              },
            },
          ],
        }),
      );
      send(binary('audio', id, Buffer.from(ramp(1600).buffer)));
      send(binary('audio', id, Buffer.alloc(0)));
      send(text('turn.end', id, {}));
    });
    const voice = open(jenny);
    const { samples, words } = await voice.speak({ pronunciations: siobhan, speed: 1.2, emotion: 'happy' });
    expect(samples).toEqual([...ramp(1600)]);
    expect(words).toEqual([{ text: 'Good', startMs: 50, endMs: 300 }]);
    await voice.speak();
    expect(opened).toEqual(['/cognitiveservices/websocket/v1 sk-CANARY']);
    const paths = messages.map((message) => /^Path: (\S+)/.exec(message)?.[1]);
    expect(paths.slice(0, 3)).toEqual(['speech.config', 'synthesis.context', 'ssml']);
    expect(messages[1]).toContain('"outputFormat":"raw-16khz-16bit-mono-pcm"');
    expect(messages[1]).toContain('"wordBoundaryEnabled":true');
    expect(messages[2]).toContain(
      '<voice name="en-US-JennyNeural"><mstts:express-as style="cheerful"><prosody rate="1.2">Good morning, ' +
        '<phoneme alphabet="ipa" ph="ʃɪˈvɔːn">Siobhan</phoneme>.</prosody></mstts:express-as></voice>',
    );
    voice.close();
  });

  it('a text is no markup', async () => {
    answer((id, send) => send(text('turn.end', id, {})));
    const voice = open({ ...jenny, vendorId: 'de-DE-KatjaNeural' });
    await voice.speak({ text: 'Tom & Jerry <break/>' });
    expect(messages[2]).toContain('xml:lang="de-DE"');
    expect(messages[2]).toContain('Tom &amp; Jerry &lt;break/&gt;');
    voice.close();
  });

  it('a caller who interrupts closes the socket, as the protocol has no other way to stop it', async () => {
    const closed = Promise.withResolvers<void>();
    vendor.onSocket = (socket) => socket.on('close', () => closed.resolve());
    const interrupting = new AbortController();
    const spoken = open(jenny).speak({ signal: interrupting.signal });
    setTimeout(() => interrupting.abort(new DOMException('Interrupted.', 'AbortError')), 50);
    await expect(spoken).rejects.toThrow('Interrupted.');
    await closed.promise;
  });
});

describe('Google', () => {
  it('a voice speaks the language of the agent, with its pronunciations', async () => {
    vendor.onRequest = (_one, response) =>
      response.end(
        JSON.stringify({
          audioContent: Buffer.from(toWav({ sampleRate: 16_000, samples: ramp(1600) })).toString('base64'),
        }),
      );
    const { samples, words } = await open(kore).speak({ language: 'de-DE', pronunciations: siobhan });
    expect([samples, words]).toEqual([[...ramp(1600)], []]);
    expect(vendor.seen[0]).toMatchObject({
      path: '/v1beta1/text:synthesize',
      headers: { 'x-goog-api-key': 'sk-CANARY' },
    });
    expect(json(0)).toEqual({
      input: {
        text: 'Good morning, Siobhan.',
        customPronunciations: {
          pronunciations: [
            { phrase: 'siobhan', phoneticEncoding: 'PHONETIC_ENCODING_IPA', pronunciation: 'ʃɪˈvɔːn' },
          ],
        },
      },
      voice: { languageCode: 'de-DE', name: 'de-DE-Chirp3-HD-Kore' },
      audioConfig: { audioEncoding: 'LINEAR16', sampleRateHertz: 16_000 },
    });
  });

  it('a voice that reads markup states when its words begin', async () => {
    vendor.onRequest = (_one, response) =>
      response.end(
        JSON.stringify({
          audioContent: Buffer.from(toWav({ sampleRate: 16_000, samples: ramp(16_000) })).toString('base64'),
          timepoints: [
            { markName: '0', timeSeconds: 0.1 },
            { markName: '1', timeSeconds: 0.6 },
          ],
        }),
      );
    const { words } = await open({ ...kore, vendorId: 'en-US-Neural2-F' }).speak({ text: 'Good day.' });
    expect(words).toEqual([
      { text: 'Good', startMs: 100, endMs: 600 },
      { text: 'day.', startMs: 600, endMs: 1000 },
    ]);
    expect(json(0)).toMatchObject({
      input: { ssml: '<speak><mark name="0"/>Good <mark name="1"/>day.</speak>' },
      enableTimePointing: ['SSML_MARK'],
    });
  });
});

describe('ElevenLabs', () => {
  it('states the times of its characters, which make words; the more lively, the less stable', async () => {
    const piece = (samples: Int16Array, text: string, fromMs: number) =>
      `${JSON.stringify({
        audio_base64: base64(samples),
        alignment: {
          characters: [...text],
          character_start_times_seconds: [...text].map((_, index) => (fromMs + index * 50) / 1000),
          character_end_times_seconds: [...text].map((_, index) => (fromMs + index * 50 + 50) / 1000),
        },
      })}\n`;
    vendor.onRequest = (_one, response) => {
      const lines = Buffer.from(piece(ramp(160), 'Good mor', 0) + piece(ramp(160), 'ning', 400));
      response.write(lines.subarray(0, 33));
      response.end(lines.subarray(33));
    };
    const { samples, words } = await open(roger).speak({ temperature: 0.5 });
    expect(samples).toHaveLength(320);
    expect(words).toEqual([
      { text: 'Good', startMs: 0, endMs: 200 },
      { text: 'morning', startMs: 250, endMs: 600 },
    ]);
    expect(vendor.seen[0]?.path).toBe(
      '/v1/text-to-speech/CwhRBWXzGAHq8TQ4Fs17/stream/with-timestamps?output_format=pcm_16000',
    );
    expect(json(0)).toMatchObject({ model_id: 'eleven_flash_v2_5', voice_settings: { stability: 0.75 } });
  });

  it('pronounces English words by the model that reads phonemes', async () => {
    vendor.onRequest = (_one, response) => response.end();
    await open(roger).speak({ pronunciations: siobhan });
    expect(json(0)).toEqual({
      text: 'Good morning, <phoneme alphabet="ipa" ph="ʃɪˈvɔːn">Siobhan</phoneme>.',
      model_id: 'eleven_flash_v2',
    });
    await open(roger).speak({ pronunciations: siobhan, language: 'de-DE' });
    expect(json(1)).toMatchObject({ text: 'Good morning, Siobhan.', model_id: 'eleven_flash_v2_5' });
  });
});

it('Deepgram reads pronunciations within the text, and a word inside another is left alone', async () => {
  vendor.onRequest = (_one, response) => response.end();
  await open(thalia).speak({
    text: 'Ann met Anna.',
    pronunciations: [{ word: 'Ann', ipa: 'æn' }],
  });
  expect(json(0)).toEqual({ text: '\\{"word": "Ann", "pronounce": "æn"\\} met Anna.' });
});
