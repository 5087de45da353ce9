import { ApiClient } from '../e2e/api-client.ts';
import { chatFlow, readTemplates } from '../e2e/chat-flow.ts';
import { startServer } from '../e2e/local-server.ts';
import { atMost, type Row } from './table.ts';

const flowCount = 1000;
const longestMs = 5000;

type Bundle = Record<string, { id: string; name: string; flowData: string }[]>;

/** Export, preview and import of a bundle of 1,000 flows, each in an installation of its own. */
export async function measureBundles(): Promise<Row[]> {
  const [giver, taker] = [await startServer(), await startServer()];
  try {
    const [from, to] = [
      await new ApiClient(giver.url).registerOwner(),
      await new ApiClient(taker.url).registerOwner(),
    ];
    const flowData = JSON.stringify(chatFlow(await readTemplates(from), '', ''));
    const flows = Array.from({ length: flowCount }, (_, index) => ({
      id: `bench-flow-${index}`,
      name: `Flow ${index}`,
      type: 'CHATFLOW',
      flowData,
    }));
    await from.call('POST', 'export-import/import', { ChatFlow: flows });
    let text = '';
    const exportMs = await timed(async () => {
      text = await (await from.send('POST', 'export-import/export', { chatflow: true })).text();
    });
    const bundle = JSON.parse(text) as Bundle;
    if (bundle['ChatFlow']?.length !== flowCount) throw new Error('The export is not whole.');
    const inspectMs = await timed(() => to.call('POST', 'export-import/inspect', text));
    const importMs = await timed(() => to.call('POST', 'export-import/import', text));
    return [
      atMost(`export of ${flowCount} flows`, exportMs, 'ms', longestMs),
      atMost(`look through a bundle of ${flowCount} flows`, inspectMs, 'ms', longestMs),
      atMost(`import of ${flowCount} flows`, importMs, 'ms', longestMs),
      { name: `bundle of ${flowCount} flows, size`, value: text.length / 1024 / 1024, unit: 'MB' },
    ];
  } finally {
    await giver.remove();
    await taker.remove();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
