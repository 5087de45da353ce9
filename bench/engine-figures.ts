import { compileFlow } from '../packages/engine/src/compile-flow.ts';
import { runFlow } from '../packages/engine/src/run-flow.ts';
import { ToyAgentFlow, toyAgentFlows } from '../packages/engine/src/testing/toy-agent-flow.ts';
import { toyRequest } from '../packages/engine/src/testing/toy-request.ts';
import { percentile } from './percentile.ts';
import { atMost, type Row } from './table.ts';

const width = 10;
const stepMs = 200;
const rounds = 5;

/** How long a run takes whose steps work side by side: hardly longer than one of them. */
export async function measureEngine(): Promise<Row[]> {
  const drawing = new ToyAgentFlow();
  const values = { text: 'x', waitsMs: stepMs };
  const fan = Array.from({ length: width }, () => drawing.add('say', [drawing.start], values));
  drawing.add('say', fan, { text: 'met' });
  const plan = await compileFlow(drawing.build(), toyAgentFlows);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const outcome = await runFlow(plan, toyRequest());
    if (outcome.status !== 'done') throw new Error(`The fan-out ended as ${outcome.status}.`);
    times.push(outcome.ms);
  }
  const middle = percentile(
    times.sort((one, other) => one - other),
    0.5,
  );
  return [atMost(`fan-out of ${width} steps of ${stepMs} ms`, middle, 'ms', 260)];
}
