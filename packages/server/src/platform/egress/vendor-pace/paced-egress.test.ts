import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalBus } from '../../bus/local-bus.ts';
import { createEgress } from '../egress.ts';
import { asBulk } from './bulk-work.ts';
import { type PacedEgress, pacedEgress } from './paced-egress.ts';

/** A vendor that refuses clients that ask more often than it allows in a window. */
class Vendor {
  allowed = Number.POSITIVE_INFINITY;
  windowMs = 400;
  refused: string[] = [];
  served: string[] = [];
  #used = 0;
  #endsAt = 0;

  answer(request: IncomingMessage, response: ServerResponse): void {
    const who = String(request.headers['x-who']);
    request.resume();
    const now = performance.now();
    if (now >= this.#endsAt) [this.#used, this.#endsAt] = [0, now + this.windowMs];
    this.#used += 1;
    const resetMs = Math.ceil(this.#endsAt - now) + 5;
    if (this.#used > this.allowed) {
      this.refused.push(who);
      response.writeHead(429, { 'retry-after-ms': String(resetMs) }).end('{}');
      return;
    }
    this.served.push(who);
    const counted = {
      'x-ratelimit-limit-requests': String(this.allowed),
      'x-ratelimit-remaining-requests': String(this.allowed - this.#used),
      'x-ratelimit-reset-requests': `${resetMs}ms`,
    };
    response.writeHead(200, Number.isFinite(this.allowed) ? counted : {}).end('{}');
  }
}

describe('requests with the key of a vendor', () => {
  let vendor: Vendor;
  let processes: PacedEgress[];
  let close: () => void;
  let url: string;

  beforeEach(async () => {
    vendor = new Vendor();
    const server = createServer((request, response) => vendor.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    url = `http://${host}/v1/chat`;
    const bus = createLocalBus(pino({ level: 'silent' }));
    processes = [0, 1].map(() => pacedEgress(createEgress({ egressAllow: [host] }), bus));
    for (const egress of processes) egress.listenToOthers();
    close = () => server.close();
  });
  afterEach(async () => {
    await Promise.all(processes.map((egress) => egress.close()));
    close();
  });

  const ask = async (who: string, at = 0, key = 'sk-one', signal?: AbortSignal): Promise<number> => {
    const headers = { authorization: `Bearer ${key}`, 'x-who': who };
    const init = { method: 'POST', headers, body: '{"model":"m"}', ...(signal && { signal }) };
    const response = await processes[at]!.of('workspace').fetch(url, init);
    await response.text();
    return response.status;
  };

  it('are answered all, though bulk work has more of them than the vendor allows, and people are never refused', async () => {
    vendor.allowed = 20;
    expect(await ask('person')).toBe(200);
    const bulk = asBulk(() => Promise.all(Array.from({ length: 60 }, () => ask('bulk'))));
    // Fewer in a window than what is kept for them.
    const people: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      people.push(await ask('person'));
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(people).toEqual(people.map(() => 200));
    expect(vendor.refused.filter((who) => who === 'person')).toEqual([]);
    expect((await bulk).filter((status) => status === 200)).toHaveLength(60);
  });

  it('are not sent while the vendor refuses their key, from no process, and others go on', async () => {
    vendor.allowed = 0;
    vendor.windowMs = 60_000;
    expect(await ask('first')).toBe(429);
    expect(await ask('here')).toBe(429);
    expect(await ask('there', 1)).toBe(429);
    expect(vendor.refused).toEqual(['first']);
    vendor.allowed = 100;
    expect(await ask('other key', 1, 'sk-two')).toBe(200);
  });

  it('end with who asked while they wait', async () => {
    vendor.allowed = 0;
    expect(await ask('first')).toBe(429);
    const aborted = new AbortController();
    const waiting = asBulk(() => ask('gone', 0, 'sk-one', aborted.signal));
    aborted.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(vendor.refused).toEqual(['first']);
  });
});
