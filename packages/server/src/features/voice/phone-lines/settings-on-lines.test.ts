import { answerTwilioCall, openTwilioMedia } from '@tendril/contract/api/telephony';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { VoiceAgentSettings } from '@tendril/contract/voice/voice-agent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent } from '../../../testing/call-driver.ts';
import { CarrierCaller } from '../../../testing/carrier-caller.ts';
import { callPlaces, createPhoneApp, type PhoneApp, publicUrl } from '../../../testing/phone-app.ts';
import { twilioSignature } from './twilio/twilio-signature.ts';

const authToken = 'a-token-of-twilio';
const theirs = '+12025550188';
let numbers = 0;
let sids = 0;

/** Settings that are saved beside the agent, each on a telephone line that shows it. */
describe.each(callPlaces)('a setting of an agent on the telephone, its sound %s', (callMedia) => {
  let phone: PhoneApp;
  let credentialId: string;

  beforeAll(async () => {
    phone = await createPhoneApp('sqlite', callMedia);
    credentialId = await phone.addSecret('twilioApi', {
      ...{ accountSid: 'AC1', authToken, baseUrl: phone.carrier.url },
    });
    phone.carrier.play((_, response) => {
      sids += 1;
      response
        .writeHead(201, { 'content-type': 'application/json' })
        .end(JSON.stringify({ sid: `CAout${sids}` }));
    });
  });
  afterAll(() => phone.close());

  /** A number of its own, with an agent that has these settings. */
  async function number(settings: Partial<VoiceAgentSettings>) {
    const agentId = await makeAgent(phone.user, {
      agent: { beginMessageDelayMs: 0, enableVoicemailDetection: true },
      llm: { beginMode: 'defined', beginMessage: 'Good morning.' },
      settings,
    });
    numbers += 1;
    const phoneNumber = `+1202555${String(1000 + numbers)}`;
    const id = await phone.addNumber({
      ...{ phoneNumber, provider: 'twilio', inboundAgentId: agentId, outboundAgentId: agentId },
      allowedOutboundCountries: ['US'],
      connection: { credentialId, carrierNumberId: `PN${numbers}` },
    });
    return { id, phoneNumber };
  }
  async function post(url: string, fields: Record<string, string>): Promise<string> {
    const form = new URLSearchParams(fields);
    const signature = twilioSignature(authToken, url, form);
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature,
    };
    const answer = await fetch(url.replace(publicUrl, phone.base), { method: 'POST', headers, body: form });
    expect(answer.status).toBeLessThan(300);
    return answer.text();
  }
  const lineOf = (markup: string, callSid: string) => {
    const token = /name="token" value="([^"]+)"/.exec(markup)?.[1] ?? '';
    const url = `${phone.base.replace('http', 'ws')}${openTwilioMedia.path}`;
    return new CarrierCaller('twilio', url, { callSid, customParameters: { token } });
  };
  /** Somebody calls the agent, and hears its greeting to the end. */
  async function callIn(settings: Partial<VoiceAgentSettings>) {
    const { id, phoneNumber } = await number(settings);
    const url = `${publicUrl}${answerTwilioCall.path.replace(':id', id)}`;
    const callSid = `CAin${numbers}`;
    const fields = { CallSid: callSid, From: theirs, To: phoneNumber, CallStatus: 'ringing' };
    const caller = lineOf(await post(url, fields), callSid);
    await caller.untilHeard();
    const call = await phone.newestCall();
    await expect
      .poll(() => phone.events(call.id))
      .toContainEqual(expect.objectContaining({ type: 'agent-turn' }));
    return { caller, callId: call.id };
  }
  /** The agent calls somebody. */
  async function callOut(settings: Partial<VoiceAgentSettings>) {
    const { phoneNumber } = await number(settings);
    const { call } = await phone.place({ fromNumber: phoneNumber, toNumber: theirs });
    const { body } = await phone.command('/Calls.json', (one) =>
      one.body.includes(encodeURIComponent(phoneNumber)),
    );
    const form = new URLSearchParams(body);
    return { call, form, pickUp: () => lineOf(form.get('Twiml') ?? '', call.line?.carrierCallId ?? '') };
  }
  const keysOf = (events: readonly LoggedCallEvent[]) =>
    events.flatMap((event) => (event.type === 'keypad-press' ? event.digits : []));

  it('userDtmfOptions: a number is whole at its limit and at its ending key', async () => {
    const { caller, callId } = await callIn({
      userDtmfOptions: { digitLimit: 3, terminationKey: '*', timeoutMs: 15_000 },
    });
    for (const digit of ['1', '2', '3', '4', '#', '*']) caller.press(digit);
    await expect.poll(async () => keysOf(await phone.events(callId))).toEqual(['123', '4#']);
    caller.hangUp();
  });

  it('allowUserDtmf: keys are not heard where it is off', async () => {
    const { caller, callId } = await callIn({ allowUserDtmf: false });
    for (const digit of ['1', '#']) caller.press(digit);
    caller.hangUp();
    const ended = await phone.callWhen(callId, ({ status }) => status === 'ended');
    expect(ended.transcript.map(({ content }) => content)).toEqual(['Good morning.']);
    expect(keysOf(await phone.events(callId))).toEqual([]);
  });

  it('voicemailOption: a message is made up by the instruction and left after the greeting', async () => {
    const text = 'Say "Doctor Miller has called."';
    const { call, form, pickUp } = await callOut({ voicemailOption: { action: 'prompt', text } });
    const machine = pickUp();
    await machine.untilHeard();
    await post(form.get('AsyncAmdStatusCallback') ?? '', { AnsweredBy: 'machine_end_beep' });
    const ended = await phone.callWhen(call.id, ({ status }) => status === 'ended');
    expect(ended.disconnectionReason).toBe('voicemail_reached');
    expect(ended.transcript.at(-1)).toMatchObject({ role: 'agent', content: 'Doctor Miller has called.' });
  });

  it('voicemailOption: a machine is hung up on', async () => {
    const { call, form, pickUp } = await callOut({ voicemailOption: { action: 'hangup', text: '' } });
    const machine = pickUp();
    await machine.untilHeard();
    await post(form.get('AsyncAmdStatusCallback') ?? '', { AnsweredBy: 'machine_start' });
    const ended = await phone.callWhen(call.id, ({ status }) => status === 'ended');
    expect(ended.disconnectionReason).toBe('voicemail_reached');
    expect(ended.transcript.map(({ role }) => role)).not.toContain('user');
  });

  it.each([
    [9000, '9'],
    [0, '30'],
  ])('ringDurationMs: %i ms rings for %s seconds', async (ringDurationMs, seconds) => {
    const { form } = await callOut({ ringDurationMs });
    expect(form.get('Timeout')).toBe(seconds);
  });

  it('ambientSound, ambientSoundVolume: a caller hears the place while nobody speaks, and at volume 0 nothing', async () => {
    const loudest = async (settings: Partial<VoiceAgentSettings>) => {
      const { caller } = await callIn(settings);
      const spoken = caller.heard.length;
      await caller.until(() => caller.heard.length > spoken + 8000);
      const quiet = caller.heard.slice(spoken + 4000, spoken + 8000);
      caller.hangUp();
      return Math.max(...quiet.map(Math.abs));
    };
    const sound = { ambientSound: 'coffee-shop', reminderMaxCount: 0 } as const;
    expect(await loudest({ ...sound, ambientSoundVolume: 2 })).toBeGreaterThan(200);
    expect(await loudest({ ...sound, ambientSoundVolume: 0 })).toBeLessThan(50);
  });
});
