import { expect, it } from 'vitest';
import { compileFlow } from './compile-flow.ts';
import { runFlow } from './run-flow.ts';
import { ToyAgentFlow, toyAgentFlows } from './testing/toy-agent-flow.ts';
import { toyRequest } from './testing/toy-request.ts';
import { yieldToOthers } from './yield-to-others.ts';

it('lets others have their turn while very many branches run', async () => {
  const drawing = new ToyAgentFlow();
  for (let branch = 0; branch < 2000; branch += 1) drawing.add('say', [drawing.start], { text: 'x' });
  const plan = await compileFlow(drawing.build(), toyAgentFlows);
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const outcome = await runFlow(plan, toyRequest());
  isOver = true;
  expect(outcome.status).toBe('done');
  expect(turns).toBeGreaterThan(20);
});

it('lets others have their turn while a flow of very many nodes is compiled', async () => {
  const drawing = new ToyAgentFlow();
  for (let branch = 0; branch < 5000; branch += 1)
    drawing.add('say', [drawing.start], { text: 'x {{question}}' });
  const flow = drawing.build();
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const plan = await compileFlow(flow, toyAgentFlows);
  isOver = true;
  expect(plan.order).toHaveLength(5001);
  expect(turns, 'turns of the event loop meanwhile').toBeGreaterThan(5);
});

it('starts few nodes of a large run while small ones go on, and many once they are over', async () => {
  const started = { large: 0, small: 0 };
  const [large, small] = [{}, {}];
  const begin = async (run: object, name: 'large' | 'small') => {
    await yieldToOthers(run);
    started[name] += 1;
  };
  const all = Promise.all(Array.from({ length: 3000 }, () => begin(large, 'large')));
  const turn = () => new Promise((resolve) => setTimeout(resolve, 1));
  // The large run is known to be one, and still counts as new for a moment.
  while (started.large < 250) await turn();
  const before = started.large;
  for (let count = 0; count < 100; count += 1) {
    await begin(small, 'small');
    await turn();
  }
  const meanwhile = started.large - before;
  expect(meanwhile, 'nodes of the large run beside 100 of a small one').toBeLessThan(1000);
  expect(meanwhile).toBeGreaterThan(0);
  await all;
  expect(started).toEqual({ large: 3000, small: 100 });
});
