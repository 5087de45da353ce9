import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayedVendor, playVendor } from '../../voices/testing/played-vendor.ts';
import { AgentsOnSip, type CalledPerson, greeting } from '../testing/agents-on-sip.ts';

const long = 'Our bread is baked every night from flour of the valley, with water and salt. '.repeat(6);

let office: AgentsOnSip;
let vendor: PlayedVendor;

beforeAll(async () => {
  vendor = await playVendor();
  vendor.onRequest = (_seen, response) => response.writeHead(500).end('out of order');
  office = await AgentsOnSip.start([vendor.baseUrl.slice('http://'.length)]);
});
afterAll(async () => {
  await office?.close();
  await vendor?.close();
});

describe('how an agent speaks, heard on a SIP line', () => {
  it('volume (SPEECH-17): it speaks more softly', async () => {
    const loudest = ({ person }: CalledPerson) =>
      person.heard.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const [full, soft] = await Promise.all([
      office.measured({}, loudest),
      office.measured({ agent: { volume: 0.3 } }, loudest),
    ]);
    expect(soft / full).toBeGreaterThan(0.15);
    expect(soft / full).toBeLessThan(0.5);
  });

  it('voiceSpeed (SPEECH-16): it speaks faster', async () => {
    const [usual, fast] = await Promise.all([
      office.measured({}, ({ spokenMs }) => spokenMs),
      office.measured({ agent: { voiceSpeed: 2 } }, ({ spokenMs }) => spokenMs),
    ]);
    expect(fast / usual).toBeLessThan(0.75);
  });

  it('beginMode: it waits for the caller, says what is written, or finds its own words', async () => {
    const said = async (one: CalledPerson) => (await one.typed('agent-turn')).map(({ text }) => text)[0];
    const waits = async () => {
      const silent = await office.callIn({ llm: { beginMode: 'user' } });
      await silent.hears(1500);
      expect(silent.soundAt()).toBeUndefined();
      await silent.person.speak('when does the shop open');
      await silent.until('agent-turn');
      await silent.hears(300);
      expect(silent.soundAt()).toBeGreaterThan(1500);
      await silent.hangUp();
    };
    const [written, own] = await Promise.all([
      office.measured({}, said),
      office.measured({ llm: { beginMode: 'dynamic' } }, said),
      waits(),
    ]);
    expect(written).toBe(greeting);
    expect([own === greeting, (own ?? '').length > 0]).toEqual([false, true]);
  });

  it('ambientSound, ambientSoundVolume (SP-69): the place is heard while nobody speaks', async () => {
    const rest = async (one: CalledPerson) => {
      const from = one.person.heardMs + 200;
      await one.hears(900);
      return one.person.loudness(from);
    };
    const settings = { ambientSound: 'coffee-shop', ambientSoundVolume: 2 } as const;
    const [nothing, loud, turnedDown] = await Promise.all([
      office.measured({}, rest),
      office.measured({ settings }, rest),
      office.measured({ settings: { ...settings, ambientSoundVolume: 0 } }, rest),
    ]);
    expect(nothing).toBeLessThan(20);
    expect(loud).toBeGreaterThan(100);
    expect(turnedDown).toBeLessThan(20);
  });

  it.each([
    [1, 'stops it'],
    [0, 'does not stop it'],
  ])(
    'interruptionSensitivity %d (CALL-12): a caller who speaks meanwhile %s',
    async (interruptionSensitivity) => {
      const one = await office.callIn({
        agent: { interruptionSensitivity },
        llm: { beginMessage: long },
      });
      await one.until('agent-speech-start');
      await one.hears(1000);
      await one.person.speak('when does the shop open');
      await one.hears(500);
      const isStopped = (await one.typed('agent-interrupted')).length > 0;
      expect(isStopped).toBe(interruptionSensitivity > 0);
      // Whether it is silent, or speaks on.
      const from = one.person.heardMs;
      await one.hears(300);
      if (!isStopped) expect(one.soundAt(from)).toBeDefined();
      await one.hangUp();
    },
  );

  it('responsiveness: it answers sooner', async () => {
    const wait = async (one: CalledPerson) => {
      await one.person.speak('when does the shop open');
      await one.until('agent-turn', 2);
      const [, turn] = await one.typed('agent-turn');
      return turn?.times.endpointMs ?? 0;
    };
    const [quick, slow] = await Promise.all([
      office.measured({ agent: { responsiveness: 1 } }, wait),
      office.measured({ agent: { responsiveness: 0 } }, wait),
    ]);
    expect(slow).toBeGreaterThan(quick + 100);
  });

  it('fallbackVoiceIds (SP-80): a voice that fails is replaced, and heard', async () => {
    await office.phone.addSecret('openAIApi', { openAIApiKey: 'k', basePath: vendor.baseUrl });
    const one = await office.greeted({
      agent: { voiceId: 'openai-Alloy' },
      settings: { fallbackVoiceIds: ['11labs-Adrian'] },
    });
    expect(await one.typed('voice-fallback')).toHaveLength(1);
    expect(one.spokenMs).toBeGreaterThan(1000);
    await one.hangUp();
  });
});
