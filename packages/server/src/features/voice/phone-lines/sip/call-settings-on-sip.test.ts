import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentDraft } from '../../../../testing/call-driver.ts';
import { type PlayedVendor, playVendor, type SeenRequest } from '../../voices/testing/played-vendor.ts';
import { AgentsOnSip, type CalledPerson, patience } from '../testing/agents-on-sip.ts';
import { toneFrame } from '../testing/tone-file.ts';

let office: AgentsOnSip;
let model: PlayedVendor;

/** OpenAI's stream of one answer: two keys to press at first, and words once they have been pressed. It hears nothing. */
function answerWithKeys({ path, body }: SeenRequest, response: ServerResponse): void {
  if (!path.endsWith('/chat/completions')) return void response.writeHead(404).end('{}');
  const { messages } = JSON.parse(String(body)) as { messages: { role: string }[] };
  const isPressed = messages.some(({ role }) => role === 'tool');
  const call = { index: 0, id: 'call-1', type: 'function' };
  const delta = isPressed
    ? { content: 'Done.' }
    : { tool_calls: [{ ...call, function: { name: 'press', arguments: '{"digits":"42"}' } }] };
  const chunk = (choice: object) => {
    const common = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
    return `data: ${JSON.stringify({ ...common, choices: [{ index: 0, ...choice }] })}\n\n`;
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ delta, finish_reason: null }));
  response.end(`${chunk({ delta: {}, finish_reason: isPressed ? 'stop' : 'tool_calls' })}data: [DONE]\n\n`);
}

beforeAll(async () => {
  model = await playVendor();
  model.onRequest = answerWithKeys;
  model.onSocket = (socket) => socket.close();
  office = await AgentsOnSip.start([model.baseUrl.slice('http://'.length)]);
});
afterAll(async () => {
  await office?.close();
  await model?.close();
});

describe('how an agent holds a call, seen on a SIP line', () => {
  it('beginMessageDelayMs (CALL-09): the agent waits before it speaks', async () => {
    const [soon, late] = await Promise.all([
      office.measured({}, (one) => one.soundAt() ?? 0),
      office.measured({ agent: { beginMessageDelayMs: 2000 } }, (one) => one.soundAt() ?? 0),
    ]);
    expect(late - soon).toBeGreaterThan(1200);
  });

  it('reminderTriggerMs, reminderMaxCount (SP-69): a silent caller is reminded, and no more often', async () => {
    const reminded = async () => {
      const one = await office.greeted({ settings: { reminderTriggerMs: 1000, reminderMaxCount: 1 } });
      const from = one.person.heardMs;
      await one.until('agent-turn', 2);
      await one.hears(2500);
      expect(one.soundAt(from)).toBeDefined();
      expect(await one.typed('agent-turn')).toHaveLength(2);
      await one.hangUp();
    };
    const leftAlone = async () => {
      const one = await office.greeted({ settings: { reminderTriggerMs: 1000, reminderMaxCount: 0 } });
      const from = one.person.heardMs;
      await one.hears(2500);
      expect(one.soundAt(from)).toBeUndefined();
      await one.hangUp();
    };
    await Promise.all([reminded(), leftAlone()]);
  });

  it('endCallAfterSilenceMs (CALL-07) and maxCallDurationMs (CALL-08): the line is hung up', {
    timeout: 60_000,
  }, async () => {
    const [silent, longest] = await Promise.all([
      office.greeted({ agent: { endCallAfterSilenceMs: 10_000 } }),
      office.greeted({ agent: { maxCallDurationMs: 6000, endCallAfterSilenceMs: 60_000 } }),
    ]);
    expect(await longest.person.line.ended).toBe('user_hangup');
    expect(await silent.person.line.ended).toBe('user_hangup');
    const [one, two] = [await silent.ended(), await longest.ended()];
    expect([one.disconnectionReason, two.disconnectionReason]).toEqual([
      'inactivity',
      'max_duration_reached',
    ]);
    expect(one.durationMs).toBeGreaterThan(10_000);
    expect(two.durationMs).toBeLessThan(8000);
  });

  it('allowUserDtmf, userDtmfOptions: keys are heard as a number, or not at all', async () => {
    const keys = async (one: CalledPerson) => {
      one.person.line.press?.('1234*');
      await one.hears(2500);
      return (await one.events()).flatMap((event) => (event.type === 'keypad-press' ? event.digits : []));
    };
    const userDtmfOptions = { digitLimit: 3, terminationKey: '*', timeoutMs: 15_000 };
    const [heard, ignored] = await Promise.all([
      office.measured({ settings: { userDtmfOptions } }, keys),
      office.measured({ settings: { allowUserDtmf: false } }, keys),
    ]);
    expect([heard, ignored]).toEqual([['123', '4'], []]);
  });

  it('ringDurationMs (CALL-10): it rings no longer', async () => {
    const from = await office.number({ settings: { ringDurationMs: 5000 } });
    const to = await office.numberOutside(from);
    const ringing = Promise.withResolvers<never>();
    office.answers.set(to, ringing.promise as never);
    const startedAt = performance.now();
    const { call } = await office.phone.place({ fromNumber: from, toNumber: to });
    const ended = await office.phone.callWhen(
      call.id,
      ({ status }) => status !== 'registered' && status !== 'ongoing',
    );
    expect(ended.disconnectionReason).toBe('dial_no_answer');
    const ms = performance.now() - startedAt;
    expect(ms).toBeGreaterThan(4500);
    expect(ms).toBeLessThan(15_000);
    ringing.reject(new Error('Nobody is there.'));
  });

  it('enableVoicemailDetection, voicemailOption (CALL-01, CALL-04): a mailbox is hung up on, told a message, or spoken with', {
    timeout: 120_000,
  }, async () => {
    const leave = async (draft: AgentDraft) => {
      const one = await office.callOut({ llm: { beginMode: 'user' }, ...draft });
      await one.person.speak('please leave a message after the tone');
      const format = one.person.line.format ?? { sampleRate: 8000 };
      for (let index = 0; index < 25; index += 1)
        one.person.line.play({ format, samples: toneFrame(1000, index, format.sampleRate) });
      return one;
    };
    const text = 'Doctor Miller has called.';
    const [gone, told, off] = await Promise.all([
      leave({ settings: { voicemailOption: { action: 'hangup', text: '' } } }),
      leave({ settings: { voicemailOption: { action: 'static_text', text } } }),
      leave({ agent: { enableVoicemailDetection: false } }),
    ]);
    expect(await gone.person.line.ended).toBe('user_hangup');
    expect(await told.person.line.ended).toBe('user_hangup');
    expect(told.spokenMs).toBeGreaterThan(800);
    const [first, second] = [await gone.ended(), await told.ended()];
    expect([first.disconnectionReason, second.disconnectionReason]).toEqual([
      'voicemail_reached',
      'voicemail_reached',
    ]);
    // The words of the mailbox may be recognized after its tone.
    expect(second.transcript.filter(({ role }) => role === 'agent')).toMatchObject([{ content: text }]);
    await off.until('agent-turn');
    expect((await office.phone.call(off.id)).status).toBe('ongoing');
    await off.hangUp();
  });

  it('voicemailDetectionTimeoutMs (CALL-06): what is said after it is a person’s words', async () => {
    const leaveLate = async (voicemailDetectionTimeoutMs: number) => {
      const one = await office.callOut({
        agent: { voicemailDetectionTimeoutMs },
        llm: { beginMode: 'user' },
        settings: { voicemailOption: { action: 'hangup', text: '' } },
      });
      await one.hears(4500);
      await one.person.speak('please leave a message after the tone');
      return one;
    };
    const [within, after] = await Promise.all([leaveLate(30_000), leaveLate(3000)]);
    expect((await within.ended()).disconnectionReason).toBe('voicemail_reached');
    await after.until('agent-turn');
    expect((await office.phone.call(after.id)).status).toBe('ongoing');
    await after.hangUp();
  });

  it('functions: keys that the agent presses are heard at the other end', { timeout: 60_000 }, async () => {
    await office.phone.addSecret('openAIApi', { openAIApiKey: 'k', basePath: model.baseUrl });
    const press = { id: 'f-keys', type: 'press_digit', name: 'press', description: '', delayMs: 0 } as const;
    const one = await office.greeted({
      llm: { credentialId: null, functions: [press], generalPrompt: 'Press the keys of the menu.' },
    });
    await one.person.speak('when does the shop open');
    await expect.poll(() => one.person.heard.digits, patience).toEqual(['4', '2']);
    await one.hangUp();
  });
});
