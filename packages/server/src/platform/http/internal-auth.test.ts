import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createInternalAuth } from './internal-auth.ts';

const key = randomBytes(32);
const sender = createInternalAuth(key, 'a');
const stop = { method: 'POST', path: '/internal/runs/r/stop?x=1', body: '{"workspaceId":"w"}' };

function received(headers: Record<string, string>, changes: { method?: string; url?: string } = {}) {
  return { method: stop.method, url: stop.path, headers, ...changes };
}

describe('a request between processes', () => {
  it('is let in with its method, path, receiver and body as they were signed, and no others', () => {
    const receiver = createInternalAuth(key, 'b');
    const headers = sender.sign('b', stop);
    expect(() => receiver.require(received(headers, { method: 'GET' }))).toThrow('Not found');
    expect(() => receiver.require(received(headers, { url: '/internal/runs/s/stop?x=1' }))).toThrow();
    expect(() => receiver.require(received({ ...headers, 'x-tendril-body': 'ab' }))).toThrow();
    expect(() => receiver.require(received({}))).toThrow();
    expect(() => createInternalAuth(key, 'c').require(received(headers))).toThrow();
    expect(() => createInternalAuth(randomBytes(32), 'b').require(received(headers))).toThrow();
    receiver.require(received(headers));
    receiver.requireBody(headers, Buffer.from(stop.body));
    expect(() => receiver.requireBody(headers, Buffer.from('{"workspaceId":"v"}'))).toThrow();
  });

  it('is let in once if it writes, and while the clocks may differ so far', () => {
    const receiver = createInternalAuth(key, 'b');
    const headers = sender.sign('b', stop);
    receiver.require(received(headers));
    expect(() => receiver.require(received(headers))).toThrow('Not found');
    const read = { ...stop, method: 'GET', body: '' };
    const reading = received(sender.sign('b', read), { method: 'GET' });
    receiver.require(reading);
    receiver.require(reading);
    vi.useFakeTimers({ now: Date.now() + 61_000 });
    expect(() => receiver.require(reading)).toThrow('Not found');
    vi.setSystemTime(Date.now() - 122_000);
    expect(() => receiver.require(reading)).toThrow('Not found');
    vi.useRealTimers();
  });

  it('is not there for what a proxy passes on', () => {
    const receiver = createInternalAuth(key, 'b');
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect(() => receiver.require(received({ ...sender.sign('b', stop), [name]: '1.2.3.4' }))).toThrow(
        'Not found',
      );
  });
});
