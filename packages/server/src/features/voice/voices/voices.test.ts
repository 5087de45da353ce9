import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import { listVoices } from '@tendril/contract/api/voices';
import { isWav, readWavHead, toWav } from '@tendril/contract/voice/wav';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { formOf } from '../../../testing/send-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { drawAvatar } from './voice-avatar.ts';
import { createVoices } from './voices.ts';

const path = `${hubPrefix}/voices`;
const body = {
  name: 'Front Desk',
  provider: 'elevenlabs',
  providerVoiceId: 'abc123',
  gender: 'female',
  accent: 'British',
  age: 'Young',
};
const sound = toWav({ sampleRate: 8000, samples: new Int16Array(800) });

describe.each(databases)('voices on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const list = async () => listVoices.response.parse((await user.inject({ url: path })).json());
  const add = (payload: object) => user.inject({ method: 'POST', url: path, payload });
  const remove = (id: string) => user.inject({ method: 'DELETE', url: `${path}/${id}` });

  it('CATV-10: the list holds the catalogue, and every preview that it names really plays', async () => {
    const { data, synthesizers, recognizer } = await list();
    expect(data.filter(({ voice_type }) => voice_type === 'standard')).toHaveLength(110);
    expect(synthesizers.map(({ provider, by }) => [provider, by])).toEqual([
      ['elevenlabs', 'local'],
      ['play', 'local'],
      ['openai', 'local'],
      ['deepgram', 'local'],
      ['cartesia', 'local'],
      ['azure', 'local'],
      ['google', 'local'],
    ]);
    expect(recognizer).toEqual({ by: 'local', label: 'local stand-in', missing: null });
    const named = data.filter(({ preview_audio_url }) => preview_audio_url !== '');
    expect(named.length).toBeGreaterThan(100);
    for (const index of [0, 20, 50, 80, named.length - 1]) {
      const answer = await user.inject({ url: named[index]?.preview_audio_url ?? '' });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'audio/wav']);
      expect(answer.headers['x-spoken-by']).toBe('local stand-in');
      expect(answer.headers['cache-control']).toMatch(/^private, max-age=/);
      expect(isWav(answer.rawPayload)).toBe(true);
      expect(answer.rawPayload.length).toBeGreaterThan(20_000);
      expect(readWavHead(answer.rawPayload)?.sampleRate).toBe(24_000);
    }
  }, 60_000);

  it('VPICK-12: a voice without a preview names none, and answers none', async () => {
    const { data } = await list();
    expect(data.find(({ voice_id }) => voice_id === '11labs-Elodie')?.preview_audio_url).toBe('');
    expect((await user.inject({ url: `${path}/11labs-Elodie/preview` })).statusCode).toBe(404);
    expect((await user.inject({ url: `${path}/nobody/preview` })).statusCode).toBe(404);
  });

  it('where nobody can speak or hear, the list says what would bring somebody', async () => {
    const missing = { missing: 'Install something' };
    const voices = createVoices({
      ...app.infrastructure,
      quota: async () => Number.POSITIVE_INFINITY,
      openCredential: async () => ({}),
      localSpeech: { synthesizer: async () => missing, recognizer: async () => missing },
    });
    const { data, synthesizers, recognizer } = await voices.list(user.caller);
    expect(data.every(({ preview_audio_url }) => preview_audio_url === '')).toBe(true);
    expect(synthesizers[0]).toMatchObject({
      by: 'none',
      missing: expect.stringMatching(/ElevenLabs API.*Install something/),
    });
    expect(recognizer).toMatchObject({
      by: 'none',
      missing: expect.stringContaining(
        'Deepgram API, AssemblyAI API, ElevenLabs API, Azure Cognitive Services, Cartesia API, OpenAI API, Groq API, or Google Cloud Speech API',
      ),
    });
    await expect(voices.synthesizers(user.caller, ['11labs-Adrian'])).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
      details: [{ path: 'synthesizer.secretKind', message: 'elevenLabsApi' }],
    });
    expect(await voices.recognizer(user.caller, { language: 'en-US' })).toMatchObject({
      kinds: [
        'deepgramApi',
        'assemblyAIApi',
        'elevenLabsApi',
        'azureCognitiveServices',
        'cartesiaApi',
        'openAIApi',
        'groqApi',
        'googleCloudSpeechApi',
      ],
    });
    await expect(voices.synthesizers(user.caller, ['11labs-Nobody'])).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(voices.preview(user.caller, '11labs-Adrian')).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
    });
  });

  it('a picture of a voice is drawn, and nothing of a name can act in it', async () => {
    const answer = await user.inject({ url: `${path}/11labs-Adrian/avatar` });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.body).toContain('>A</text>');
    expect(drawAvatar('<script>alert(1)</script>')).toContain('>S</text>');
    expect(drawAvatar('<>&"')).toContain('>?</text>');
    expect(drawAvatar('émile')).toContain('>É</text>');
    expect((await user.inject({ url: `${path}/nobody/avatar` })).statusCode).toBe(404);
  });

  it('SP-81: a voice of the workspace is kept, listed under its provider and played by its recording', async () => {
    const form = await formOf([{ name: 'sample.wav', content: sound, field: 'sample' }], body);
    const made = await user.inject({ method: 'POST', url: path, ...form });
    expect(made.statusCode, made.body).toBe(201);
    const { voice_id: id } = made.json().data;
    expect(id).toMatch(/^11labs-custom_FrontDesk_[0-9a-f]{10}$/);
    const found = (await list()).data.find(({ voice_id }) => voice_id === id);
    expect(found).toMatchObject({
      voice_type: 'custom',
      voice_name: 'Front Desk',
      provider: 'elevenlabs',
      age: 'Young',
    });
    const played = await user.inject({ url: found?.preview_audio_url ?? '' });
    expect([played.headers['x-spoken-by'], played.headers['content-type']]).toEqual([
      'recording',
      'audio/wav',
    ]);
    expect(played.rawPayload.equals(Buffer.from(sound))).toBe(true);

    const outsider = await makeKey(app);
    expect((await outsider.inject({ url: `${path}/${id}/preview` })).statusCode).toBe(404);
    expect((await outsider.inject({ url: path })).body).not.toContain(id);
    expect((await outsider.inject({ method: 'DELETE', url: `${path}/${id}` })).statusCode).toBe(404);

    expect((await add(body)).json()).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('"Front Desk"'),
    });
    expect((await remove(id)).statusCode).toBe(204);
    expect((await user.inject({ url: `${path}/${id}/preview` })).statusCode).toBe(404);
    const files = await app.infrastructure.db
      .selectFrom('file')
      .select('id')
      .where('ownerKind', '=', 'voice')
      .execute();
    expect(files).toEqual([]);
  });

  it('SP-81: without a recording a stand-in of its gender speaks', async () => {
    const { age: _age, ...ageless } = body;
    const made = await add({ ...ageless, provider: 'deepgram', providerVoiceId: 'own-model' });
    const { voice_id: id, age } = made.json().data;
    expect([id.startsWith('deepgram-custom_'), age]).toEqual([true, undefined]);
    const played = await user.inject({ url: `${path}/${id}/preview` });
    expect(played.headers['x-spoken-by']).toBe('local stand-in');
    expect((await remove(id)).statusCode).toBe(204);
  });

  it.each([
    [{ ...body, name: '  ' }, 'name'],
    [{ ...body, providerVoiceId: '' }, 'providerVoiceId'],
    [{ ...body, gender: 'robot' }, 'gender'],
    [{ ...body, accent: 'Martian' }, 'accent'],
    [{ ...body, colour: 'red' }, 'colour'],
  ])('a wrong field of a new voice is named (%#)', async (payload, field) => {
    const answer = await add(payload);
    expect([answer.statusCode, answer.json().details?.[0]?.path]).toEqual([400, field]);
  });

  it('a recording that is none, one too many and one too large are refused by the field, and nothing stays', async () => {
    const send = async (files: Parameters<typeof formOf>[0], fields: Record<string, string> = body) =>
      user.inject({ method: 'POST', url: path, ...(await formOf(files, fields)) });
    const part = (name: string, content: string | Uint8Array) => ({ name, content, field: 'sample' });
    const folder = join(app.infrastructure.config.home, 'files', user.caller.workspaceId);
    const stored = () => (existsSync(folder) ? readdirSync(folder) : []);
    const before = stored();
    for (const files of [
      [part('notes.txt', 'hello')],
      [part('sound.mp3', '%PDF-1.7')],
      [part('a.wav', sound), part('b.wav', sound)],
      [part('long.wav', toWav({ sampleRate: 48_000, samples: new Int16Array(5_400_000) }))],
    ]) {
      const answer = await send(files);
      expect([answer.statusCode, answer.json().details?.[0]?.path], answer.body).toEqual([400, 'sample']);
    }
    const wrong = await send([part('a.wav', sound)], { ...body, accent: 'Martian' });
    expect(wrong.json().details?.[0]?.path).toBe('accent');
    expect((await list()).data.some(({ voice_type }) => voice_type === 'custom')).toBe(false);
    expect(stored()).toEqual(before);
  });

  it('a voice that an agent speaks with is not deleted, and the agent is named', async () => {
    const id = (await add({ ...body, providerVoiceId: 'needed' })).json().data.voice_id;
    const agents = [];
    for (const agentName of ['Reception', 'Night line'])
      agents.push(
        (await user.inject({ method: 'POST', url: agentsPrefix, payload: { agentName } })).json().data.id,
      );
    const save = (agent: string, way: string, payload: object) =>
      user.inject({ method: 'PUT', url: `${agentsPrefix}/${agent}${way}`, payload });
    expect((await save(agents[0], '', { voiceId: id })).statusCode).toBe(200);
    expect((await save(agents[1], '/settings', { fallbackVoiceIds: [id] })).statusCode).toBe(200);
    const refused = await remove(id);
    expect(refused.json()).toMatchObject({ code: 'CONFLICT' });
    expect(refused.json().message).toContain('"Night line", "Reception"');
    await save(agents[0], '', { voiceId: 'openai-Alloy' });
    await save(agents[1], '/settings', { fallbackVoiceIds: [] });
    expect((await remove(id)).statusCode).toBe(204);
  });
});
