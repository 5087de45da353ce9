import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayedVendor, playVendor } from '../../voices/testing/played-vendor.ts';
import { AgentsOnSip } from '../testing/agents-on-sip.ts';

let office: AgentsOnSip;
let vendor: PlayedVendor;

/** Deepgram's report of words. */
const results = (transcript: string, more: object) =>
  JSON.stringify({
    ...{ type: 'Results', start: 0, duration: 1, is_final: true },
    ...{ channel: { alternatives: [{ transcript }] }, ...more },
  });

beforeAll(async () => {
  vendor = await playVendor();
  vendor.onSocket = (socket, request) => {
    const words = request.url?.includes('language=de') ? 'Wann machen Sie auf?' : 'When do you open?';
    socket.on('message', (data, isBinary) => {
      if (!isBinary && String(data).includes('Finalize'))
        socket.send(results(words, { from_finalize: true }));
    });
  };
  office = await AgentsOnSip.start([vendor.baseUrl.slice('http://'.length)]);
  await office.phone.addSecret('deepgramApi', { deepgramApiKey: 'k', baseUrl: vendor.baseUrl });
});
afterAll(async () => {
  await office?.close();
  await vendor?.close();
});

describe('how an agent hears, on a SIP line', () => {
  it('language and sttMode: the recognizer is asked for them, and its words are the caller’s', async () => {
    const addresses: string[] = [];
    const answerer = vendor.onSocket;
    vendor.onSocket = (socket, request) => {
      addresses.push(request.url ?? '');
      answerer(socket, request);
    };
    const heard = async (language: 'en-US' | 'de-DE', sttMode: 'fast' | 'accurate') => {
      const one = await office.callIn({ agent: { language, sttMode }, llm: { beginMode: 'user' } });
      await one.person.speak('when does the shop open');
      await one.until('user-turn');
      const [turn] = await one.typed('user-turn');
      await one.hangUp();
      const asked = addresses.find((address) => address.includes(`language=${language.slice(0, 2)}`));
      return {
        text: turn?.text,
        asksNoDelay: new URL(asked ?? '', 'ws://vendor').searchParams.get('no_delay'),
      };
    };
    const [english, german] = await Promise.all([heard('en-US', 'fast'), heard('de-DE', 'accurate')]);
    expect(english).toEqual({ text: 'When do you open?', asksNoDelay: 'true' });
    expect(german).toEqual({ text: 'Wann machen Sie auf?', asksNoDelay: null });
  });
});
