import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCredential } from '@tendril/contract/api/credentials';
import type Retell from 'retell-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKey } from '../../../testing/other-workspace.ts';
import { refusalOf as refused, retellClient } from '../../../testing/retell-client.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const library = {
  voices: [
    { voice_id: 'v1', public_owner_id: 'o1', name: 'Grandpa Joe', description: 'Warm', accent: 'british' },
    { voice_id: 'v2', public_owner_id: 'o2', name: 'Joe', description: null },
  ],
};

describe('retell-sdk finds and clones voices', () => {
  let app: TestApp;
  let user: TestUser;
  let address: string;
  let client: Retell;
  let vendor: Server;
  const asked: { url: string; key: string; body: string }[] = [];

  beforeAll(async () => {
    vendor = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += (part as Buffer).toString('latin1');
      asked.push({ url: request.url ?? '', key: String(request.headers['xi-api-key']), body });
      const answer =
        request.method === 'POST' ? { voice_id: 'cloned-1', requires_verification: false } : library;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(vendor.address() as AddressInfo).port}`;
    app = await createTestApp({ config: { egressAllow: [host] } });
    user = await app.signIn();
    address = await app.listen();
    client = retellClient(address, (await makeKey(app, user.caller.workspaceId)).key);
    await user.inject({
      method: 'POST',
      url: createCredential.path,
      payload: {
        name: 'Voices',
        credentialName: 'elevenLabsApi',
        plainDataObj: { elevenLabsApiKey: 'xi-1', baseUrl: `http://${host}` },
      },
    });
  });
  afterAll(async () => {
    vendor.close();
    await app.close();
  });

  const recording = (name = 'joe.wav', head = 'RIFF') => {
    const wav = Buffer.alloc(2048);
    wav.write(head, 0);
    wav.write('WAVEfmt ', 8);
    return new File([wav], name, { type: 'audio/wav' });
  };

  it('the library of the provider is searched with the workspace’s key', async () => {
    const { voices } = await client.voice.search({ search_query: 'Joe' });
    expect(voices).toEqual([
      { name: 'Grandpa Joe', description: 'Warm', provider_voice_id: 'v1', public_user_id: 'o1' },
      { name: 'Joe', description: '', provider_voice_id: 'v2', public_user_id: 'o2' },
    ]);
    expect(asked.at(-1)).toMatchObject({ key: 'xi-1', url: expect.stringContaining('search=Joe') });
  });

  it('a voice is cloned from recordings, and is one of the workspace’s', async () => {
    const made = await client.voice.clone({
      voice_name: 'Joe',
      voice_provider: 'elevenlabs',
      files: [recording()],
    });
    expect(made).toMatchObject({ voice_name: 'Joe', provider: 'elevenlabs' });
    expect(asked.at(-1)?.body).toContain('filename="joe.wav"');
    expect((await client.voice.list()).map(({ voice_id: id }) => id)).toContain(made.voice_id);
  });

  it('other providers, other files and other workspaces are refused with the field named', async () => {
    expect(await refused(client.voice.search({ search_query: 'Joe', voice_provider: 'cartesia' }))).toEqual([
      400,
      expect.stringContaining('voice_provider'),
    ]);
    const voice = { voice_name: 'Joe', voice_provider: 'elevenlabs' as const };
    expect(
      await refused(client.voice.clone({ ...voice, files: [new File(['words'], 'words.txt')] })),
    ).toEqual([400, expect.stringContaining('files')]);
    const elsewhere = retellClient(address, (await makeKey(app)).key);
    const [status, message] = await refused(elsewhere.voice.search({ search_query: 'Joe' }));
    expect([status, message]).toEqual([422, expect.stringContaining('ElevenLabs')]);
    const reading = await makeKey(app, user.caller.workspaceId);
    const { db } = app.infrastructure;
    await db.updateTable('api_key').set({ scope: 'read' }).where('id', '=', reading.keyId).execute();
    expect(
      (await refused(retellClient(address, reading.key).voice.clone({ ...voice, files: [recording()] })))[0],
    ).toBe(403);
  });
});
