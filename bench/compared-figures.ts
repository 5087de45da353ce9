import { setTimeout as wait } from 'node:timers/promises';
import { type AskedFlow, startAskedFlow } from './asked-flow.ts';
import type { LoadFigures } from './load.ts';
import { startModelServer } from './processes.ts';
import { makeChatFlow, middle, residentMb } from './server-figures.ts';
import { atMost, type Row } from './table.ts';

const rounds = 5;
const roundMs = 2000;
const connections = 16;

/** Both are measured in turns, so that whatever else the machine does meets both alike. */
async function inTurns(own: AskedFlow, other: AskedFlow): Promise<[LoadFigures[], LoadFigures[]]> {
  const figures: [LoadFigures[], LoadFigures[]] = [[], []];
  for (const { ask } of [own, other]) await ask(connections, roundMs * 2);
  for (let round = 0; round < rounds; round += 1) {
    figures[0].push(await own.ask(connections, roundMs));
    figures[1].push(await other.ask(connections, roundMs));
  }
  return figures;
}

/** The chat flow, start and memory of this checkout as shares of those of another one in `folder`. */
export async function measureAgainst(folder: string): Promise<Row[]> {
  const model = await startModelServer(0);
  const environment = { EGRESS_ALLOW: `127.0.0.1:${model.port}` };
  const make = (checkout?: string) =>
    startAskedFlow((client) => makeChatFlow(client, model.port), {
      environment,
      ...(checkout && { checkout }),
    });
  const own = await make();
  const other = await make(folder);
  try {
    await wait(3000);
    const idle = await Promise.all([own, other].map(({ server }) => residentMb(server.process.pid ?? 0)));
    const [ours, theirs] = await inTurns(own, other);
    const share = (of: (figures: LoadFigures) => number) => middle(ours.map(of)) / middle(theirs.map(of));
    return [
      atMost(
        'time of the chat flow, as a share of the other checkout',
        1 / share((one) => one.perSecond),
        '',
        1.03,
      ),
      atMost(
        'its p95',
        share((one) => one.p95),
        '',
        1.1,
      ),
      atMost('memory, idle', (idle[0] ?? 0) / (idle[1] ?? 1), '', 1.03),
      { name: 'start', value: own.server.readyMs / other.server.readyMs, unit: '' },
    ];
  } finally {
    model.stop();
    await own.server.remove();
    await other.server.remove();
  }
}
