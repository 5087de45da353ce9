import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { studio } from '../../../testing/flow-fixtures.ts';
import { type CarrierRequest, type PlayedCarrier, playCarrier } from '../../../testing/played-carrier.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { telnyxAccount } from './telnyx-account.ts';
import { twilioAccount } from './twilio-account.ts';

const base = '/api/core/v1/assistant-phone-numbers';
const sid = 'AC00112233445566778899aabbccddeeff';
const recorded = (name: string) =>
  readFileSync(new URL(`./__fixtures__/${name}.json`, import.meta.url), 'utf8');
const sendJson = (response: ServerResponse, body: string, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(body);

let carrier: PlayedCarrier;
let app: TestApp;
let user: TestUser;
let twilio: string;
let telnyx: string;

beforeAll(async () => {
  carrier = await playCarrier();
  app = await createTestApp({ config: { egressAllow: [carrier.address] } });
  user = await app.signIn();
  twilio = await keep('twilioApi', { accountSid: sid, authToken: 'CANARY-token', baseUrl: carrier.url });
  telnyx = await keep('telnyxApi', { apiKey: 'CANARY-key', baseUrl: carrier.url });
});
afterAll(async () => {
  await app.close();
  carrier.close();
});
beforeEach(async () => {
  carrier.requests.splice(0);
  const all = (await user.inject({ url: base })).json().data as { id: string }[];
  for (const { id } of all) await user.inject({ method: 'DELETE', url: `${base}/${id}` });
});

async function keep(credentialName: string, plainDataObj: object): Promise<string> {
  const payload = { name: credentialName, credentialName, plainDataObj };
  const answer = await user.inject({ method: 'POST', url: `${studio}/credentials`, payload });
  return answer.json().id;
}
const list = (credentialId: string) =>
  user.inject({ url: `${base}/carrier-numbers?credentialId=${credentialId}` });
const add = (credentialId: string, phoneNumbers: string[]) =>
  user.inject({ method: 'POST', url: `${base}/imports`, payload: { credentialId, phoneNumbers } });

/** Twilio's list in two pages. */
function playTwilio({ path }: CarrierRequest, response: ServerResponse): void {
  if (path.includes('PhoneNumber=')) {
    const body = JSON.parse(recorded('twilio-page-1'));
    body.incoming_phone_numbers = body.incoming_phone_numbers.filter((one: { phone_number: string }) =>
      path.includes(encodeURIComponent(one.phone_number)),
    );
    sendJson(response, JSON.stringify(body));
    return;
  }
  sendJson(response, recorded(path.includes('PageToken') ? 'twilio-page-2' : 'twilio-page-1'));
}

describe('the numbers of an account at Twilio', () => {
  it('are listed over all pages, with the secret as its login', async () => {
    carrier.play(playTwilio);
    const answer = await list(twilio);
    expect(answer.statusCode, answer.body).toBe(200);
    const { data, carrier: name, isCut } = answer.json();
    expect([name, isCut]).toEqual(['twilio', false]);
    expect(data).toEqual([
      expect.objectContaining({
        pretty: '+1 512 555 0142',
        nickname: 'Front desk',
        country: 'US',
        hasVoice: true,
      }),
      expect.objectContaining({ pretty: '+1 512 555 0177', hasVoice: false }),
      expect.objectContaining({ pretty: '+44 20 7946 0318', country: 'GB', isPresent: false }),
    ]);
    const authorization = `Basic ${Buffer.from(`${sid}:CANARY-token`).toString('base64')}`;
    expect(carrier.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      [`/2010-04-01/Accounts/${sid}/IncomingPhoneNumbers.json?PageSize=100`, authorization],
      [expect.stringContaining('PageToken=PA'), authorization],
    ]);
  });

  it('are imported with their names, once; existing and missing ones are reported', async () => {
    carrier.play(playTwilio);
    const first = await add(twilio, ['+15125550142']);
    expect(first.statusCode, first.body).toBe(201);
    expect(first.json().data[0]).toMatchObject({
      phoneNumber: '+15125550142',
      provider: 'twilio',
      nickname: 'Front desk',
      connection: { credentialId: twilio, carrierNumberId: 'PN00000000000000000000000000000142' },
    });
    const again = await add(twilio, ['+15125550142', '+442079460318', '+442079460318', '+15125550999']);
    expect(
      again.json().data.map(({ phoneNumber, nickname }: Record<string, string>) => [phoneNumber, nickname]),
    ).toEqual([
      // A name that is only the number written another way is none.
      ['+442079460318', ''],
    ]);
    expect(again.json().skipped).toEqual([
      { phoneNumber: '+15125550142', reason: 'present' },
      { phoneNumber: '+15125550999', reason: 'not-in-account' },
    ]);
    expect(
      (await list(twilio)).json().data.map(({ isPresent }: { isPresent: boolean }) => isPresent),
    ).toEqual([true, false, true]);
  });

  it('of a next page at another place are not asked for: the key stays where it belongs', async () => {
    const body = { ...JSON.parse(recorded('twilio-page-1')), next_page_uri: 'https://evil.example/next' };
    carrier.play((_request, response) => sendJson(response, JSON.stringify(body)));
    const answer = await list(twilio);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'PROVIDER_REFUSED']);
    expect(carrier.requests).toHaveLength(1);
  });

  it('may be none', async () => {
    carrier.play((_request, response) => sendJson(response, recorded('twilio-empty')));
    expect((await list(twilio)).json()).toEqual({ carrier: 'twilio', data: [], isCut: false });
  });

  it('are read no further than twenty pages', async () => {
    const body = { ...JSON.parse(recorded('twilio-page-1')), next_page_uri: '/again?PageToken=PA' };
    carrier.play((_request, response) => sendJson(response, JSON.stringify(body)));
    expect((await list(twilio)).json().isCut).toBe(true);
    expect(carrier.requests).toHaveLength(20);
  });
});

describe('the numbers of an account at Telnyx', () => {
  it('are listed over all pages and taken over', async () => {
    carrier.play(({ path }, response) =>
      sendJson(
        response,
        recorded(decodeURIComponent(path).includes('page[number]=2') ? 'telnyx-page-2' : 'telnyx-page-1'),
      ),
    );
    const { data, carrier: name } = (await list(telnyx)).json();
    expect([name, data.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber)]).toEqual([
      'telnyx',
      ['+13035550141', '+34910555026'],
    ]);
    expect(carrier.requests[0]?.headers.authorization).toBe('Bearer CANARY-key');
    const made = await add(telnyx, ['+34910555026']);
    expect(made.json().data[0]).toMatchObject({ provider: 'telnyx', nickname: 'Bookings' });
  });
});

describe('a carrier that gives no numbers', () => {
  it.each([
    [401, 'PROVIDER_UNAUTHORIZED', 'Twilio rejected the key (status 401).'],
    [403, 'PROVIDER_UNAUTHORIZED', 'Twilio rejected the key (status 403).'],
    [404, 'PROVIDER_REFUSED', 'Twilio does not recognize this account. Check the secret.'],
    [429, 'PROVIDER_RATE_LIMITED', 'Twilio is rate-limiting this key.'],
    [503, 'PROVIDER_UNAVAILABLE', 'Twilio is not available right now (503).'],
    [302, 'PROVIDER_REFUSED', 'Twilio returned status 302.'],
  ])('answering %i is reported in words, without the key', async (status, code, message) => {
    carrier.play((_request, response) => {
      response.setHeader('location', `${carrier.url}/elsewhere`);
      sendJson(response, recorded('twilio-401'), status);
    });
    const answer = await list(twilio);
    expect(answer.json()).toMatchObject({ code, message });
    expect(answer.body).not.toContain('CANARY');
    expect(carrier.requests).toHaveLength(1);
  });

  it('but a web page is reported too', async () => {
    carrier.play((_request, response) => void response.end('<html>Sign in</html>'));
    expect((await list(telnyx)).json().message).toBe('Telnyx’s response could not be read.');
  });

  it.each([
    ['twilio', twilioAccount, { accountSid: sid, authToken: 't' }],
    ['telnyx', telnyxAccount, { apiKey: 'k' }],
  ])('but silence ends after a while: %s', async (_name, open, values) => {
    carrier.play(() => undefined);
    const account = open({
      secret: { ...values, baseUrl: carrier.url },
      egress: app.infrastructure.egress,
      timeoutMs: 50,
    });
    await expect(account.list()).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringContaining('did not answer within 1 s'),
    });
  });

  it('because the secret is of another kind, is named by the field', async () => {
    const other = await keep('sipLogin', { user: 'desk', password: 'CANARY-password' });
    for (const credentialId of [other, 'gone']) {
      const answer = await list(credentialId);
      expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, 'credentialId']);
    }
  });

  it('because its address lies inside, is not asked', async () => {
    const inside = await keep('telnyxApi', { apiKey: 'k', baseUrl: 'http://127.0.0.1:1' });
    expect((await list(inside)).json().code).toBe('EGRESS_DENIED');
  });
});
