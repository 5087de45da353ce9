import type { OpenChannel } from './bus-channel.ts';

const patienceMs = 5000;

/**
 * Publish and subscribe of Redis, under a name that no other installation on the same Redis has. A connection that
 * listens can do nothing else, so there are two.
 */
export function redisChannel(url: string, installation: string): OpenChannel {
  const name = `tendril:control:${installation}`;
  return async ({ received, lost }) => {
    const { Redis } = await import('ioredis');
    const open = () => {
      const client = new Redis(url, {
        lazyConnect: true,
        // Lost connections are replaced by their user, who has to know of the gap.
        retryStrategy: null,
        maxRetriesPerRequest: 0,
        connectTimeout: patienceMs,
        commandTimeout: patienceMs,
        // Servers of every age speak it.
        protocol: 2,
        // They need rights that a user may not have.
        enableReadyCheck: false,
        disableClientInfo: true,
      });
      client.on('error', lost);
      client.on('end', lost);
      return client;
    };
    const [listening, sending] = [open(), open()];
    const close = async () => {
      for (const client of [listening, sending]) client.disconnect();
    };
    listening.on('message', (_name, payload) => received(payload));
    try {
      await Promise.all([listening.connect(), sending.connect()]);
      await listening.subscribe(name);
    } catch (error) {
      await close();
      throw error;
    }
    return {
      async send(payloads) {
        await Promise.all(payloads.map((payload) => sending.publish(name, payload)));
      },
      close,
    };
  };
}
