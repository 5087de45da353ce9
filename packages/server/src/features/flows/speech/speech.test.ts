import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

interface Heard {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Play = (heard: Heard, response: ServerResponse) => void;

const sendJson = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const webm = `data:audio/webm;base64,${Buffer.from('\x1a\x45\xdf\xa3\0spoken', 'latin1').toString('base64')}`;

let vendor: Server;
let url: string;
let play: Play;
let heard: Heard[] = [];
let app: TestApp;
let user: TestUser;
let outsider: KeyHolder;
const secrets: Record<string, string> = {};

beforeAll(async () => {
  vendor = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const seen = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts).toString('latin1'),
    };
    heard.push(seen);
    play(seen, response);
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  const { port } = vendor.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  app = await createTestApp({ config: { egressAllow: [`127.0.0.1:${port}`] } });
  user = await app.signIn();
  outsider = await makeKey(app);
  await keep('openAIApi', { openAIApiKey: 'sk-openai' });
  await keep('groqApi', { groqApiKey: 'gsk-groq' });
  await keep('assemblyAIApi', { assemblyAIApiKey: 'aai-key' });
  await keep('azureCognitiveServices', { serviceRegion: 'westus', azureSubscriptionKey: 'azure-key' });
  await keep('elevenLabsApi', { elevenLabsApiKey: 'eleven-key' });
});
afterAll(async () => {
  await app.close();
  vendor.closeAllConnections();
  vendor.close();
});
beforeEach(() => {
  heard = [];
});

async function keep(credentialName: string, plainDataObj: object): Promise<void> {
  const payload = { name: credentialName, credentialName, plainDataObj, hosts: [url] };
  const answer = await user.inject({ method: 'POST', url: `${studio}/credentials`, payload });
  secrets[credentialName] = answer.json().id;
}

async function flowWith(settings: object): Promise<string> {
  const id = await makeFlow(user, await talkingFlow(user));
  const answer = await user.inject({
    method: 'PATCH',
    url: `${studio}/flows/${id}/settings`,
    payload: { isPublic: true, ...settings },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return id;
}

describe('a spoken question', () => {
  const ask = (id: string, question = '') =>
    app.inject({
      method: 'POST',
      url: `/api/v1/prediction/${id}`,
      payload: {
        question,
        uploads: [{ type: 'audio', name: 'audio_1.webm', mime: 'audio/webm', data: webm }],
      },
    });
  const on = (provider: string, credential: string | undefined, more = {}) =>
    flowWith({
      speechToText: {
        [provider]: {
          status: true,
          baseUrl: url,
          ...(credential && { credentialId: secrets[credential] }),
          ...more,
        },
      },
    });

  it.each([
    ['openAIWhisper', 'openAIApi', 'Bearer sk-openai', 'whisper-1'],
    ['groqWhisper', 'groqApi', 'Bearer gsk-groq', 'whisper-large-v3'],
    ['localAISTT', undefined, undefined, 'whisper-1'],
  ])('is put in words by %s, and asked', async (provider, credential, authorization, model) => {
    play = (_seen, response) => sendJson(response, { text: ' When is high tide? ' });
    const id = await on(provider, credential, { language: 'en' });
    const answer = await ask(id);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().question).toBe('When is high tide?');
    expect(heard[0]).toMatchObject({ path: '/audio/transcriptions' });
    expect(heard[0]?.headers.authorization).toBe(authorization);
    expect(heard[0]?.body).toContain(model);
    expect(heard[0]?.body).toContain('filename="audio_1.webm"');
    const { chatId } = answer.json();
    const kept = (await user.inject({ url: `${studio}/chatmessage/${id}?chatId=${chatId}` })).json()[0];
    expect(kept).toMatchObject({
      content: 'When is high tide?',
      fileUploads: [{ type: 'stored-file', name: 'audio_1.webm', mime: 'audio/webm' }],
    });
    const file = await app.inject({
      url: `/api/v1/get-upload-file?chatflowId=${id}&chatId=${chatId}&fileName=audio_1.webm`,
    });
    expect(file.headers['content-type']).toBe('audio/webm');
  });

  it('is put in words by AssemblyAI in three steps', async () => {
    let polls = 0;
    play = ({ path }, response) => {
      if (path === '/upload') return sendJson(response, { upload_url: 'https://cdn.example/1' });
      if (path === '/transcript') return sendJson(response, { id: 't1', status: 'queued' });
      polls += 1;
      return sendJson(
        response,
        polls < 2 ? { status: 'processing' } : { status: 'completed', text: 'Hello there' },
      );
    };
    const answer = await ask(await on('assemblyAiTranscribe', 'assemblyAIApi'));
    expect(answer.json().question).toBe('Hello there');
    expect(heard.map(({ path }) => path)).toEqual([
      '/upload',
      '/transcript',
      '/transcript/t1',
      '/transcript/t1',
    ]);
    expect(heard.every(({ headers }) => headers.authorization === 'aai-key')).toBe(true);
  });

  it('is put in words by Azure', async () => {
    play = (_seen, response) => sendJson(response, { combinedPhrases: [{ text: 'Hello from Azure' }] });
    const answer = await ask(
      await on('azureCognitive', 'azureCognitiveServices', { profanityFilterMode: 'None' }),
    );
    expect(answer.json().question).toBe('Hello from Azure');
    expect(heard[0]?.path).toContain('/speechtotext/transcriptions:transcribe?api-version=');
    expect(heard[0]?.headers['ocp-apim-subscription-key']).toBe('azure-key');
    expect(heard[0]?.body).toContain('"profanityFilterMode":"None"');
  });

  it('says in words what went wrong, and never in a 500', async () => {
    play = (_seen, response) => sendJson(response, { error: { message: 'Unsupported codec' } }, 400);
    const refused = await ask(await on('openAIWhisper', 'openAIApi'));
    expect([refused.statusCode, refused.json().message]).toEqual([422, 'OpenAI Whisper: Unsupported codec']);
    play = (_seen, response) => sendJson(response, {}, 401);
    expect((await ask(await on('openAIWhisper', 'openAIApi'))).json().code).toBe('PROVIDER_UNAUTHORIZED');
    expect((await ask(await on('openAIWhisper', undefined))).json()).toMatchObject({
      code: 'CREDENTIAL_MISSING',
      message: 'OpenAI Whisper needs a key.',
    });
    const unknown = await ask(await on('awsTranscribe', undefined));
    expect([unknown.statusCode, unknown.json().message]).toEqual([
      422,
      expect.stringContaining('awsTranscribe'),
    ]);
    const away = await ask(await on('localAISTT', undefined, { baseUrl: 'http://10.0.0.1:8080/v1' }));
    expect(away.json().code).toBe('EGRESS_DENIED');
    expect((await ask(await flowWith({}))).json().details[0].path).toBe('uploads.0.type');
  });

  it('is announced to chats', async () => {
    const id = await on('openAIWhisper', 'openAIApi');
    const config = (await app.inject({ url: `/api/v1/public-chatbotConfig/${id}` })).json();
    expect([config.uploads.isSpeechToTextEnabled, config.isTTSEnabled]).toEqual([true, false]);
  });
});

describe('a spoken answer', () => {
  const on = (provider: string, credential: string | undefined, more = {}) =>
    flowWith({
      textToSpeech: {
        [provider]: {
          status: true,
          baseUrl: url,
          ...(credential && { credentialId: secrets[credential] }),
          ...more,
        },
      },
    });
  const speak = (chatflowId: string, text = 'Hello', inject: TestApp['inject'] = app.inject) =>
    inject({
      method: 'POST',
      url: '/api/v1/text-to-speech/generate',
      payload: { chatflowId, chatId: 'c', chatMessageId: 'm', text },
    });
  const eventsOf = (body: string) =>
    body
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)));

  it.each([
    ['openai', 'openAIApi', '/audio/speech', 'authorization', 'Bearer sk-openai'],
    [
      'elevenlabs',
      'elevenLabsApi',
      '/text-to-speech/nova/stream?output_format=mp3_44100_128',
      'xi-api-key',
      'eleven-key',
    ],
  ])(
    'comes from %s piece by piece, as embedded chats read it',
    async (provider, credential, path, header, value) => {
      play = (_seen, response) => {
        response.writeHead(200, { 'content-type': 'audio/mpeg' });
        response.write('ID3 one ');
        setImmediate(() => response.end('two'));
      };
      const id = await on(provider, credential, { voice: 'nova' });
      const answer = await speak(id);
      expect(answer.statusCode, answer.body).toBe(200);
      const events = eventsOf(answer.body);
      expect(events[0]).toEqual({ event: 'tts_start', data: { chatMessageId: 'm', format: 'mp3' } });
      expect(events.at(-1)).toEqual({ event: 'tts_end', data: { chatMessageId: 'm' } });
      const audio = events.flatMap(({ event, data }) =>
        event === 'tts_data' ? Buffer.from(data.audioChunk, 'base64').toString() : [],
      );
      expect(audio.join('')).toBe('ID3 one two');
      expect(heard[0]).toMatchObject({ path, headers: { [header]: value } });
      expect(heard[0]?.body).toContain('Hello');
      const config = (await app.inject({ url: `/api/v1/public-chatbotConfig/${id}` })).json();
      expect(config.isTTSEnabled).toBe(true);
    },
  );

  it('stops when it is told to, down to the vendor', async () => {
    const id = await on('openai', 'openAIApi');
    const closed = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    play = (_seen, response) => {
      response.on('close', () => closed.resolve());
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      response.write('ID3 and never an end');
      begun.resolve();
    };
    const speaking = speak(id);
    await begun.promise;
    const abort = {
      method: 'POST' as const,
      url: '/api/v1/text-to-speech/abort',
      payload: { chatflowId: id, chatId: 'c', chatMessageId: 'm' },
    };
    expect((await app.inject(abort)).json()).toMatchObject({ message: 'Stopped.', chatMessageId: 'm' });
    await closed.promise;
    expect(eventsOf((await speaking).body).at(-1)).toEqual({
      event: 'tts_abort',
      data: { chatMessageId: 'm' },
    });
    expect((await app.inject(abort)).json().message).toBe('Nothing was being spoken.');
  });

  it('is refused in words before it begins', async () => {
    play = (_seen, response) => sendJson(response, { detail: { message: 'No such voice' } }, 400);
    const refused = await speak(await on('elevenlabs', 'elevenLabsApi'));
    expect([refused.statusCode, refused.json().message]).toEqual([422, 'ElevenLabs: No such voice']);
    expect((await speak(await flowWith({}))).json().code).toBe('FLOW_INVALID');
    expect((await speak(await on('openai', undefined))).json().code).toBe('CREDENTIAL_MISSING');
    expect((await speak(await on('openai', 'openAIApi'), 'x'.repeat(5000))).json().details[0].path).toBe(
      'text',
    );
    expect((await speak(await on('openai', 'openAIApi'), ' ')).statusCode).toBe(400);
    const own = await makeFlow(user, await talkingFlow(user));
    expect((await speak(own)).statusCode).toBe(401);
    expect((await speak(own, 'Hello', outsider.inject as TestApp['inject'])).statusCode).toBe(404);
  });
});
