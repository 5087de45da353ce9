import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { databases, makeDatabase } from '../../testing/databases.ts';
import { openDatabase } from '../db/client.ts';
import type { OpenChannel } from './bus-channel.ts';
import type { ControlBus, ControlMessage } from './control-bus.ts';
import { createLocalBus } from './local-bus.ts';
import { postgresChannel } from './postgres-channel.ts';
import { redisChannel } from './redis-channel.ts';
import { createSharedBus } from './shared-bus.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
const log = pino({ level: 'silent' });

interface Network {
  /** The bus of one more process. */
  join(): ControlBus;
  /** Cuts every connection, as a restarted server does. */
  cut?(): Promise<void>;
  /** How long messages took that came back. */
  echoes?: number[];
  close(): Promise<void>;
}

function overChannel(openChannel: OpenChannel, rest: Pick<Required<Network>, 'cut' | 'close'>): Network {
  let count = 0;
  const echoes: number[] = [];
  const onEcho = (ms: number) => echoes.push(ms);
  const join = () => {
    count += 1;
    return createSharedBus({ log, id: `process-${count}`, openChannel, onEcho, firstRetryMs: 10 });
  };
  return { join, echoes, ...rest };
}

const networks: Record<string, () => Promise<Network>> = {
  async emitter() {
    const bus = createLocalBus(log);
    return { join: () => bus, close: async () => {} };
  },
};
if (databases.includes('postgres'))
  networks['PostgreSQL'] = async () => {
    const empty = await makeDatabase('postgres');
    const db = await openDatabase({ ...empty, databasePool: 1 });
    return overChannel(postgresChannel(empty.databaseUrl ?? ''), {
      async cut() {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
      },
      async close() {
        await db.destroy();
        await empty.remove();
      },
    });
  };
if (redisUrl)
  networks['Redis'] = async () => {
    const admin = new Redis(redisUrl);
    return overChannel(redisChannel(redisUrl, 'test'), {
      async cut() {
        await admin.call('CLIENT', 'KILL', 'SKIPME', 'yes');
      },
      async close() {
        admin.disconnect();
      },
    });
  };

let open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.reverse()) await one.close();
  open = [];
});

const flowRevised = (id: string): ControlMessage => ({ kind: 'revised', scope: 'w', what: 'flow', id });

describe.each(Object.keys(networks))('control messages over %s', (name) => {
  async function start(count: number) {
    const network = await networks[name]!();
    open.push(network);
    const processes = Array.from({ length: count }, () => {
      const bus = network.join();
      open.push(bus);
      const heard: string[] = [];
      const state = { isReady: false };
      let gaps = 0;
      bus.subscribe('revised', ({ id = '' }) => {
        if (id === 'ready') state.isReady = true;
        else heard.push(id);
      });
      bus.onGap(() => {
        gaps += 1;
      });
      return { bus, heard, state, gaps: () => gaps };
    });
    // What is sent before somebody listens is lost, as it may be.
    for (const sender of processes)
      for (const { state } of processes) {
        state.isReady = false;
        const ask = () => {
          sender.bus.publish(flowRevised('ready'));
          return state.isReady;
        };
        await expect.poll(ask, { timeout: 20_000 }).toBe(true);
      }
    return { network, processes };
  }

  if (name !== 'emitter')
    it('measure how long they take, from the first connection on', async () => {
      const { network } = await start(2);
      expect(network.echoes).toHaveLength(2);
      for (const ms of network.echoes ?? []) expect(ms).toBeGreaterThan(0);
    });

  it('arrive in their own process before publish returns, and in the others soon after', async () => {
    const { processes } = await start(2);
    const [one, other] = [processes[0]!, processes[1]!];
    one.bus.publish(flowRevised('a'));
    expect(one.heard).toContain('a');
    await expect.poll(() => other.heard).toContain('a');
    expect(one.heard.filter((id) => id === 'a')).toHaveLength(1);
  });

  it('arrive all and in order, however many are published at once', async () => {
    const { processes } = await start(2);
    const ids = Array.from({ length: 600 }, (_, index) => `${index}-${'long'.repeat(20)}`);
    for (const id of ids) processes[0]!.bus.publish(flowRevised(id));
    await expect.poll(() => processes[1]!.heard.includes(ids.at(-1)!)).toBe(true);
    expect(processes[1]!.heard).toEqual(ids);
  });

  it('arrive whole, whichever kind they are', async () => {
    const { processes } = await start(2);
    const messages: ControlMessage[] = [
      { kind: 'revised', scope: 'ä', what: 'secret' },
      { kind: 'end-session', familyId: 'f' },
      { kind: 'end-key', keyId: 'k' },
      { kind: 'stop-run', runId: 'r' },
      { kind: 'stop-speech', id: '["a","b"]' },
      { kind: 'poke-jobs' },
      { kind: 'vendor-pause', id: 'hash', pauseMs: 7000 },
    ];
    const heard: ControlMessage[] = [];
    for (const { kind } of messages) processes[1]!.bus.subscribe(kind, (message) => void heard.push(message));
    for (const message of messages) processes[0]!.bus.publish(message);
    await expect.poll(() => heard.at(-1)).toEqual(messages.at(-1));
    expect(heard.filter((message) => !('id' in message && message.id === 'ready'))).toEqual(messages);
  });

  it('reach every listener although one fails, and none that has ended', async () => {
    const { processes } = await start(1);
    const { bus, heard } = processes[0]!;
    bus.subscribe('revised', () => {
      throw new Error('broken on purpose');
    });
    let late = 0;
    const end = bus.subscribe('revised', () => {
      late += 1;
    });
    bus.publish(flowRevised('a'));
    end();
    bus.publish(flowRevised('b'));
    expect([heard, late]).toEqual([['a', 'b'], 1]);
  });

  if (name !== 'emitter')
    it('go on after the connections were cut, and the gap is announced', async () => {
      const { network, processes } = await start(2);
      const [one, other] = [processes[0]!, processes[1]!];
      await network.cut?.();
      await expect.poll(() => [one.gaps(), other.gaps()], { timeout: 20_000 }).toEqual([1, 1]);
      one.bus.publish(flowRevised('after'));
      await expect.poll(() => other.heard).toContain('after');
    });

  it('are delivered to nobody once the bus is closed', async () => {
    const { processes } = await start(2);
    const [one, other] = [processes[0]!, processes[1]!];
    one.bus.publish(flowRevised('last'));
    await one.bus.close();
    await expect.poll(() => other.heard).toContain('last');
    expect(() => one.bus.publish(flowRevised('never'))).not.toThrow();
  });
});

describe.runIf(redisUrl)('two installations on one Redis', () => {
  it('do not hear each other', async () => {
    const bus = (installation: string) => {
      const made = createSharedBus({
        log,
        id: randomUUID(),
        openChannel: redisChannel(redisUrl ?? '', installation),
      });
      open.push(made);
      return made;
    };
    const [one, sibling, other] = [bus('a'), bus('a'), bus('b')];
    const heard: string[] = [];
    sibling.subscribe('end-key', ({ keyId }) => void heard.push(`sibling ${keyId}`));
    other.subscribe('end-key', ({ keyId }) => void heard.push(`other ${keyId}`));
    await expect
      .poll(() => {
        one.publish({ kind: 'end-key', keyId: 'k' });
        return heard.length;
      })
      .toBeGreaterThan(0);
    expect(new Set(heard)).toEqual(new Set(['sibling k']));
  });
});

describe('a connection that delivers nothing', () => {
  const deaf: OpenChannel = async () => ({ send: async () => {}, close: async () => {} });

  it('is not taken for one: it is named in one line of the log, and tried again', async () => {
    const lines: string[] = [];
    let opened = 0;
    const bus = createSharedBus({
      log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
      id: 'p',
      openChannel: (listener) => {
        opened += 1;
        return deaf(listener);
      },
      echoMs: 5,
      firstRetryMs: 1,
    });
    open.push(bus);
    bus.subscribe('poke-jobs', () => {});
    await expect.poll(() => opened).toBeGreaterThan(2);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('DATABASE_DIRECT_URL');
  });
});
