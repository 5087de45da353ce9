import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe('the public configuration of a chat', () => {
  let app: TestApp;
  let user: TestUser;
  let id: string;

  beforeAll(async () => {
    app = await createTestApp();
    user = await app.signIn();
    id = await makeFlow(user, await talkingFlow(user));
  });
  afterAll(() => app.close());

  const set = (payload: object) =>
    user.inject({ method: 'PATCH', url: `${studio}/flows/${id}/settings`, payload });
  const read = (path: string) => app.inject({ method: 'GET', url: `/api/v1/${path}/${id}` });

  it('ATK-073: shows how the chat looks and what it takes, and nothing of how it works', async () => {
    const chatbotConfig = {
      title: 'Shop',
      welcomeMessage: 'Hello',
      starterPrompts: { 0: { prompt: 'What do you sell?' } },
      chatFeedback: { status: true, canary: 'canary-1' },
      leads: { status: true, title: 'Who are you?', email: true, webhook: 'canary-2' },
      fullFileUpload: { status: true, allowedUploadFileTypes: 'text/plain', pdfFile: { usage: 'perPage' } },
      postProcessing: { enabled: true, customFunction: 'return "canary-3"' },
      allowedOrigins: ['canary-4.example'],
      unknownKey: 'canary-5',
      overrideConfig: { x: 'canary-6' },
    };
    const followUpPrompts = {
      status: true,
      selectedProvider: 'demoModel',
      demoModel: { prompt: 'canary-7' },
    };
    const plainDataObj = { openAIApiKey: 'canary-8' };
    const secret = { name: 'canary-9', credentialName: 'openAIApi', plainDataObj };
    const made = await user.inject({ method: 'POST', url: `${studio}/credentials`, payload: secret });
    const credentialId: string = made.json().id;
    const speechToText = { openAIWhisper: { status: true, credentialId } };
    const changed = await set({ isPublic: true, chatbotConfig, followUpPrompts, speechToText });
    expect(changed.statusCode, changed.body).toBe(200);
    const config = await read('public-chatbotConfig');
    expect(config.json()).toEqual({
      title: 'Shop',
      welcomeMessage: 'Hello',
      starterPrompts: { 0: { prompt: 'What do you sell?' } },
      chatFeedback: { status: true },
      leads: { status: true, title: 'Who are you?', email: true },
      fullFileUpload: { status: true, allowedUploadFileTypes: 'text/plain' },
      followUpPrompts: { status: true },
      uploads: (await read('chatflows-uploads')).json(),
      isTTSEnabled: false,
    });
    expect(config.json().uploads).toMatchObject({ isSpeechToTextEnabled: true, isImageUploadAllowed: false });
    const flow = await read('public-chatflows');
    expect(Object.keys(flow.json()).sort()).toEqual([
      'chatbotConfig',
      'id',
      'isDemo',
      'isPublic',
      'name',
      'type',
    ]);
    for (const answer of [config, flow]) expect(answer.body).not.toContain('canary');
  });

  it('is nobody’s business while the flow is private', async () => {
    await set({ isPublic: false });
    expect((await read('public-chatbotConfig')).statusCode).toBe(401);
    expect((await read('public-chatflows')).statusCode).toBe(401);
  });
});
