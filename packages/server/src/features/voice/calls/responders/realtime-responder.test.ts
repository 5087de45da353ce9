import { type Call, createCall } from '@tendril/contract/api/calls';
import { createCredential } from '@tendril/contract/api/credentials';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endCallFunction, makeAgent, registerCall } from '../../../../testing/call-driver.ts';
import { SpeakingCaller } from '../../../../testing/speaking-caller.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../../testing/test-app.ts';
import { PlayedRealtime, responseCostUsd } from '../testing/played-realtime.ts';

let vendor: PlayedRealtime;
let test: TestApp;
let user: TestUser;
let base: string;

beforeAll(async () => {
  vendor = new PlayedRealtime();
  const port = await vendor.listen();
  test = await createTestApp({ config: { egressAllow: [`127.0.0.1:${port}`] } });
  user = await test.signIn();
  base = await test.listen();
  const plainDataObj = { openAIApiKey: 'sk-CANARY', basePath: vendor.baseUrl };
  const payload = { name: 'Key', credentialName: 'openAIApi', plainDataObj };
  await user.inject({ method: 'POST', url: createCredential.path, payload });
});
beforeEach(() => {
  vendor.sent.length = 0;
  vendor.opened.length = 0;
  vendor.transcripts = [];
  vendor.responses = [];
  vendor.written = [];
  vendor.heard = [];
  vendor.isDown = false;
});
afterAll(async () => {
  await test.close();
  vendor.close();
});

async function openCall(llm: object = {}, settings: object = {}) {
  const agentId = await makeAgent(user, {
    agent: {
      beginMessageDelayMs: 0,
      responsiveness: 0.4,
      interruptionSensitivity: 1,
      voiceId: 'openai-Alloy',
    },
    llm: {
      credentialId: null,
      speechModel: 'gpt-realtime',
      generalPrompt: 'You sell bread.',
      beginMode: 'user',
      ...llm,
    },
    settings,
  });
  const registered = await registerCall(user, agentId, { channel: 'audio' });
  const caller = new SpeakingCaller(base, registered.socketPath, registered.token);
  await caller.event('call-start');
  return { caller, id: registered.data.id };
}

async function hangUp(caller: SpeakingCaller, id: string): Promise<Call> {
  caller.send({ type: 'hang-up' });
  await caller.closed;
  const url = `${createCall.path}/${id}`;
  return (await user.inject({ method: 'GET', url })).json<{ data: Call }>().data;
}

describe('a model that hears and speaks itself', { timeout: 60_000 }, () => {
  it('hears the caller, answers in its own voice, and stands in transcript, trace and cost', async () => {
    vendor.transcripts = ['When do you open?'];
    vendor.responses = [{ text: 'At seven in the morning.', soundMs: 1000 }];
    const { caller, id } = await openCall();
    await caller.speak('when does the shop open');
    expect((await caller.event('user-turn')).text).toBe('When do you open?');
    const turn = await caller.event('agent-turn');
    expect(turn.text).toBe('At seven in the morning.');
    expect(turn.times.e2eMs).toBeGreaterThan(0);
    expect(Buffer.concat(caller.audio).some((byte) => byte !== 0)).toBe(true);
    expect(await caller.event('step-end')).toMatchObject({
      kind: 'model',
      name: 'gpt-realtime',
      output: { text: 'At seven in the morning.' },
      usage: { inputTokens: 200, outputTokens: 100 },
    });
    const call = await hangUp(caller, id);
    expect(call.transcript.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: When do you open?',
      'agent: At seven in the morning.',
    ]);
    expect(call.costUsd).toBeCloseTo(responseCostUsd, 8);

    expect(vendor.opened).toEqual(['/v1/realtime?model=gpt-realtime Bearer sk-CANARY']);
    expect(vendor.sent[0]).toMatchObject({
      type: 'session.update',
      session: {
        type: 'realtime',
        output_modalities: ['audio'],
        audio: {
          input: {
            format: { type: 'audio/pcm', rate: 24_000 },
            transcription: { model: 'gpt-4o-mini-transcribe', language: 'en' },
            turn_detection: null,
          },
          output: { format: { type: 'audio/pcm', rate: 24_000 }, voice: 'alloy' },
        },
      },
    });
    expect(JSON.stringify(vendor.sent[0])).toContain('You sell bread.');
    expect(JSON.stringify(vendor.sent[0])).not.toContain('noise_reduction');
    expect(Number(vendor.of('test.committed')[0]?.['ms'])).toBeGreaterThan(800);
    // Requested with the last sound, before the words were known.
    expect(vendor.of('response.create')).toHaveLength(1);
  });

  it('takes noise out of the caller’s sound itself where the agent wants it', async () => {
    vendor.transcripts = ['When do you open?'];
    vendor.responses = [{ text: 'At seven.', soundMs: 300 }];
    const { caller, id } = await openCall({}, { denoising: 'noise' });
    await caller.speak('when does the shop open');
    expect((await caller.event('agent-turn')).text).toBe('At seven.');
    await hangUp(caller, id);
    expect(vendor.sent[0]).toMatchObject({
      type: 'session.update',
      session: { audio: { input: { noise_reduction: { type: 'near_field' } } } },
    });
  });

  it('stops when the caller interrupts, and the model learns what was heard', async () => {
    vendor.transcripts = ['Tell me.', 'Stop.'];
    vendor.responses = [
      { text: 'One two three four five six seven eight nine ten.', soundMs: 8000 },
      { text: 'Yes?', soundMs: 300 },
    ];
    const { caller, id } = await openCall();
    await caller.speak('tell me about the bread');
    await caller.event('agent-speech-start');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await caller.speak('please stop now');
    await caller.event('agent-interrupted');
    const cut = await caller.event('agent-turn');
    expect(cut.unsaid).not.toBe('');
    expect((await caller.event('agent-turn', 2)).text).toBe('Yes?');
    const [truncated] = vendor.of('conversation.item.truncate');
    expect(truncated).toMatchObject({ content_index: 0 });
    expect(truncated?.['item_id']).toMatch(/^item_agent_/);
    const heardMs = Number(truncated?.['audio_end_ms']);
    expect(heardMs).toBeGreaterThan(1000);
    expect(heardMs).toBeLessThan(4000);
    // Ten words in eight seconds.
    expect(Math.abs(cut.text.split(' ').length - heardMs / 800)).toBeLessThanOrEqual(1);
    const order = vendor.sent.map(({ type }) => type);
    expect(order.indexOf('conversation.item.truncate')).toBeLessThan(order.lastIndexOf('response.create'));
    await hangUp(caller, id);
  });

  it('calls the functions of the agent, and goes on with their results', async () => {
    vendor.transcripts = ['Goodbye.'];
    vendor.responses = [
      { text: 'Goodbye then.', soundMs: 500, call: { name: 'end_call', arguments: '{}' } },
      { text: 'Bye.', soundMs: 200 },
    ];
    const { caller, id } = await openCall({ functions: [endCallFunction] });
    await caller.speak('please stop now');
    expect(await caller.event('tool-end')).toMatchObject({ name: 'end_call', isOk: true });
    await caller.closed;
    const call = await hangUp(caller, id);
    expect(call.disconnectionReason).toBe('agent_hangup');
    expect(JSON.stringify(vendor.sent[0])).toContain('"name":"end_call"');
    const [result] = vendor.of('conversation.item.create');
    expect(result).toMatchObject({ item: { type: 'function_call_output' } });
    expect(JSON.stringify(result)).toMatch(/"call_id":"call_resp_\d+"/);
  });

  it('a given greeting is spoken by the same voice, and the model knows of it', async () => {
    vendor.transcripts = ['Hello.'];
    vendor.responses = [{ text: 'Hello.', soundMs: 200 }];
    const { caller, id } = await openCall({ beginMode: 'defined', beginMessage: 'Good morning.' });
    expect((await caller.event('agent-turn')).text).toBe('Good morning.');
    await caller.speak('when does the shop open');
    await caller.event('agent-turn', 2);
    expect(vendor.of('conversation.item.create')[0]).toMatchObject({
      item: {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Good morning.' }],
      },
    });
    await hangUp(caller, id);
  });

  it('an utterance without words is forgotten, and its early reply is never heard', async () => {
    vendor.transcripts = ['', 'Now I speak.'];
    vendor.responses = [
      { text: 'Never heard.', soundMs: 500 },
      { text: 'I listen.', soundMs: 300 },
    ];
    const { caller, id } = await openCall();
    await caller.speak('please stop now');
    await caller.event('user-speech-end');
    await expect.poll(() => vendor.of('conversation.item.delete'), { timeout: 10_000 }).toHaveLength(1);
    await caller.speak('when does the shop open');
    expect((await caller.event('agent-turn')).text).toBe('I listen.');
    await hangUp(caller, id);
  });
});

describe('a model that speaks itself and fails', { timeout: 60_000 }, () => {
  it('is replaced by the usual parts when it cannot be reached', async () => {
    vendor.isDown = true;
    vendor.heard = ['When do you open?'];
    vendor.written = ['At eight.'];
    const { caller, id } = await openCall();
    await caller.speak('when does the shop open');
    expect((await caller.event('user-turn')).text).toBe('When do you open?');
    expect((await caller.event('agent-turn')).text).toBe('At eight.');
    expect(await caller.event('voice-fallback')).toMatchObject({ from: 'OpenAI Realtime' });
    await hangUp(caller, id);
  });

  it('is replaced within a bounded time when it falls silent', async () => {
    vendor.transcripts = ['Hello?'];
    vendor.responses = [{ hangs: true }];
    vendor.written = ['Here I am.'];
    const { caller, id } = await openCall();
    await caller.speak('when does the shop open');
    await caller.event('user-turn');
    expect((await caller.event('agent-turn')).text).toBe('Here I am.');
    expect((await caller.event('voice-fallback')).reason).toContain('did not respond in time');
    await hangUp(caller, id);
  });

  it('in the middle of an answer goes on by the usual parts, and the next turn is heard by them', async () => {
    // A pause inside the question makes two utterances of it, and the early reply to the first is dropped.
    vendor.transcripts = ['Tell me.', 'Tell me.'];
    const broken = { text: 'First I say this. ', soundMs: 800, waits: true };
    vendor.responses = [broken, broken];
    vendor.written = ['And then that.', 'Gladly.'];
    vendor.heard = ['Thank you.'];
    const { caller, id } = await openCall();
    await caller.speak('tell me about the bread');
    await caller.event('agent-speech-start');
    vendor.drop();
    expect((await caller.event('agent-turn')).text).toBe('First I say this. And then that.');
    await caller.speak('please stop now');
    expect((await caller.event('user-turn', 2)).text).toBe('Thank you.');
    expect((await caller.event('agent-turn', 2)).text).toBe('Gladly.');
    await hangUp(caller, id);
  });
});
