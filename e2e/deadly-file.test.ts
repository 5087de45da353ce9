import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { IngestionClient } from '../campaign/ingestion/ingestion-client.ts';
import { ApiClient } from './api-client.ts';
import { startServer } from './local-server.ts';

const patienceMs = 120_000;
const preload = fileURLToPath(new URL('./deadly-file.ts', import.meta.url));

it('reads the other files first where one ends the server each time, and gives that one up with a reason', {
  timeout: 300_000,
}, async () => {
  const first = await startServer({ patienceMs });
  const { home } = first;
  let server = first;
  try {
    let files = await IngestionClient.make(await new ApiClient(first.url).registerOwner());
    await first.stop();
    server = await startServer({ home, preload, patienceMs });
    files = files.at(await new ApiClient(server.url).signIn());
    await files.upload(
      ['DEADLY', 'Boats go north.', 'Lamps are green.'].map((text, at) => ({
        name: `${at}.md`,
        content: Buffer.from(text),
      })),
    );
    let deaths = 0;
    const died = async () => {
      if (server.process.exitCode === null && server.process.signalCode === null)
        await once(server.process, 'exit');
      deaths += 1;
    };
    await died();
    for (;;) {
      server = await startServer({ home, preload, patienceMs });
      files = files.at(await new ApiClient(server.url).signIn());
      const isOver = files.untilDone(60_000).catch(() => false);
      if ((await Promise.race([isOver, died()])) === true) break;
    }
    // Once together with the others, which are small as well, and eight times by itself.
    expect(deaths).toBe(9);
    const { data, counts } = await files.list({ limit: 100 });
    expect(data.map(({ key, state, error }) => [key, state, error])).toEqual([
      ['first.txt', 'embedded', null],
      ['0.md', 'failed', 'The server stopped each time that this file was read.'],
      ['1.md', 'embedded', null],
      ['2.md', 'embedded', null],
    ]);
    expect(counts).toHaveLength(2);
    expect(await files.find('colour of lamps')).toBe('Lamps are green.');
  } finally {
    await server.remove();
  }
});
