import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toSandboxFetch } from '@tendril/contract/provider/sandbox-fetch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEgress, type Egress } from '../egress/egress.ts';
import { ProcessSandbox } from './process-sandbox.ts';

const sandbox = new ProcessSandbox();
let server: Server;
let egress: Egress;
let base: string;
let polls = 0;

const page = `<html><body><h1>Prices</h1><table class="prices">
  <tr><td>Flat white</td><td>4.50</td></tr><tr><td>Long black</td><td>4.00</td></tr></table></body></html>`;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    if (request.url === '/page') return void response.setHeader('content-type', 'text/html').end(page);
    response.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/slots')) {
      const slots = [{ start: '2026-01-15T22:30:00Z' }, { start: '2026-07-15T22:30:00Z' }];
      return void response.end(
        JSON.stringify({ slots, asked: request.url, key: request.headers['x-api-key'] }),
      );
    }
    if (request.url === '/job') {
      polls += 1;
      return void response.end(JSON.stringify({ state: polls < 5 ? 'running' : 'done' }));
    }
    if (request.url === '/missing') return void response.writeHead(404, 'Not Here').end('{"why":"gone"}');
    const expected = createHmac('sha256', 'topsecret').update(text).digest('hex');
    response.end(JSON.stringify({ isSigned: request.headers['x-signature'] === expected }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  egress = createEgress({ egressAllow: [new URL(base).host] });
});
afterAll(async () => {
  await Promise.all([sandbox.close(), egress.close()]);
  server.closeAllConnections();
  server.close();
});

async function run(code: string, limits: { waitMs?: number } = {}, from = sandbox): Promise<unknown> {
  const variables = { $base: base, $vars: { secret: 'topsecret' } };
  return (await from.run({ code, variables, fetch: toSandboxFetch(egress.fetch), ...limits })).value;
}

it('a tool that says date, time and price as people in Sydney do', async () => {
  const value = await run(`
    const when = new Date('2026-01-15T22:30:00Z');
    const zone = { timeZone: 'Australia/Sydney' };
    const date = when.toLocaleDateString('en-AU', { ...zone, weekday: 'long', day: 'numeric', month: 'long' });
    const time = when.toLocaleTimeString('en-AU', { ...zone, hour: 'numeric', minute: '2-digit' });
    const price = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' }).format(1234.5);
    return \`Your booking is on \${date} at \${time} and costs \${price}.\`;`);
  expect(value).toBe('Your booking is on Friday 16 January at 9:30 am and costs $1,234.50.');
});

it('a tool with axios and moment-timezone', async () => {
  const value = await run(`
    const axios = require('axios');
    const moment = require('moment-timezone');
    try {
      const { data, status } = await axios.get($base + '/slots', { params: { day: 'today' }, headers: { 'X-Api-Key': 'k' } });
      const times = data.slots.map(({ start }) => moment(start).tz('Australia/Sydney').format('ddd D MMM, h:mm A z'));
      const missing = await axios.get($base + '/missing').catch((error) => [error.response.status, error.response.data.why, error.message]);
      const client = axios.create({ baseURL: $base, timeout: 5000 });
      const posted = await client.post('/signed', { a: 1 });
      return { status, times, asked: data.asked, key: data.key, missing, posted: posted.data };
    } catch (error) { return error.message }`);
  expect(value).toEqual({
    status: 200,
    times: ['Fri 16 Jan, 9:30 AM AEDT', 'Thu 16 Jul, 8:30 AM AEST'],
    asked: '/slots?day=today',
    key: 'k',
    missing: [404, 'gone', 'Request failed with status code 404'],
    posted: { isSigned: false },
  });
}, 60_000);

it('a tool that signs what it sends', async () => {
  const value = await run(`
    const crypto = require('crypto');
    const fetch = require('node-fetch');
    const body = JSON.stringify({ user: 'Zoë', token: Buffer.from('Zoë:x').toString('base64') });
    const signature = crypto.createHmac('sha256', $vars.secret).update(body).digest('hex');
    const response = await fetch($base + '/signed', { method: 'POST', headers: { 'X-Signature': signature }, body });
    const { isSigned } = await response.json();
    return [isSigned, Buffer.from(JSON.parse(body).token, 'base64').toString('utf8')];`);
  expect(value).toEqual([true, 'Zoë:x']);
}, 60_000);

it('a tool that reads a page with cheerio, written with imports', async () => {
  const value = await run(`import * as cheerio from 'cheerio';
    import _ from 'lodash';

    const html = await (await fetch($base + '/page')).text();
    const $ = cheerio.load(html);
    const rows = $('.prices tr').toArray().map((row) => $(row).find('td').toArray().map((cell) => $(cell).text()));
    return _.sortBy(rows, ([, price]) => Number(price)).map(([name, price]) => name + ': ' + price);`);
  expect(value).toEqual(['Long black: 4.00', 'Flat white: 4.50']);
}, 60_000);

const pauseMs = 300;
const polling = `
  for (let attempt = 0; attempt < 60; attempt++) {
    const { state } = await (await fetch($base + '/job')).json();
    if (state === 'done') return attempt + 1;
    await new Promise((resolve) => setTimeout(resolve, ${pauseMs}));
  }`;

it('a tool that polls for longer than code usually may wait, where its flow lets it', async () => {
  const impatient = new ProcessSandbox({ waitMs: pauseMs });
  try {
    polls = 0;
    await expect(run(polling, {}, impatient)).rejects.toMatchObject({ code: 'TOOL_TIMEOUT' });
    polls = 0;
    expect(await run(polling, { waitMs: 60_000 }, impatient)).toBe(5);
  } finally {
    await impatient.close();
  }
}, 60_000);

it('the same is stopped where it may not wait that long, and says why', async () => {
  polls = -100;
  await expect(run(polling, { waitMs: 300 })).rejects.toMatchObject({
    code: 'TOOL_TIMEOUT',
    message: 'The code waited longer than 0.3 s for requests and timers.',
  });
});

it.each([
  [
    'dayjs',
    `const dayjs = require('dayjs'); dayjs.extend(require('dayjs/plugin/utc')); dayjs.extend(require('dayjs/plugin/timezone')); require('dayjs/locale/de'); return dayjs.utc('2026-01-15T22:30:00Z').tz('Europe/Berlin').locale('de').format('dddd D. MMMM HH:mm')`,
    'Donnerstag 15. Januar 23:30',
  ],
  [
    'moment in another language',
    `const moment = require('moment'); moment.locale('fr'); return moment.utc(0).format('LL')`,
    '1 janvier 1970',
  ],
  [
    'date-fns',
    `const { format, addDays } = require('date-fns'); const { formatInTimeZone } = require('date-fns-tz'); return [format(addDays(new Date(0), 1), 'yyyy-MM-dd'), formatInTimeZone(new Date(0), 'Australia/Sydney', 'yyyy-MM-dd HH:mm')]`,
    ['1970-01-02', '1970-01-01 10:00'],
  ],
  [
    'luxon',
    `const { DateTime } = require('luxon'); return DateTime.fromMillis(0, { zone: 'Asia/Tokyo' }).toISO()`,
    '1970-01-01T09:00:00.000+09:00',
  ],
  [
    'crypto-js',
    `const CryptoJS = require('crypto-js'); const sealed = CryptoJS.AES.encrypt('x', 'k').toString(); return [CryptoJS.AES.decrypt(sealed, 'k').toString(CryptoJS.enc.Utf8), require('crypto-js/md5')('a').toString()]`,
    ['x', '0cc175b9c0f1b6a831c399e269772661'],
  ],
  [
    'uuid and zod',
    `const { v4, validate } = require('uuid'); const { z } = require('zod'); return [validate(v4()), z.object({ a: z.string() }).safeParse({ a: 1 }).success]`,
    [true, false],
  ],
  [
    'jsonpath',
    `const jp = require('jsonpath'); const { JSONPath } = require('jsonpath-plus'); const json = { a: [{ b: 1 }, { b: 2 }] }; return [jp.query(json, '$.a[?(@.b>1)].b'), JSONPath({ path: '$.a[?(@.b<2)].b', json })]`,
    [[2], [1]],
  ],
  [
    'modules of Node',
    `const util = require('util'), path = require('node:path'), qs = require('querystring'), url = require('url'), assert = require('assert'), { EventEmitter } = require('events'); let got; new EventEmitter().on('x', (v) => { got = v }).emit('x', 3); assert.deepStrictEqual({ a: [1] }, { a: [1] }); return [util.inspect({ a: [1] }), util.format('%s-%d', 'a', 1), path.join('a', '..', 'b.txt'), path.extname('b.txt'), qs.stringify({ a: [1, 2] }), url.parse('https://a.b/c?d=1').query, got, await util.promisify((v, done) => done(null, v))(5)]`,
    ['{ a: [ 1 ] }', 'a-1', 'b.txt', '.txt', 'a=1&a=2', 'd=1', 3, 5],
  ],
])(
  'code with %s',
  async (_, code, expected) => {
    expect(await run(code)).toEqual(expected);
  },
  60_000,
);

it('tools that wait keep no other tool from running', async () => {
  const waiting = Array.from({ length: 12 }, () =>
    run(`await new Promise((resolve) => setTimeout(resolve, 6000)); return 'late'`),
  );
  let isOver = false;
  const all = Promise.all(waiting).finally(() => {
    isOver = true;
  });
  expect(await run(`return 'now'`)).toBe('now');
  expect(isOver).toBe(false);
  expect(new Set(await all)).toEqual(new Set(['late']));
}, 60_000);
