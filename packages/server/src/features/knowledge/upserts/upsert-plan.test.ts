import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { compileFlow } from '@tendril/engine/compile-flow';
import { runFlow } from '@tendril/engine/run-flow';
import { toyCatalogue, toyTemplate } from '@tendril/engine/testing/toy-catalogue';
import { toyRequest } from '@tendril/engine/testing/toy-request';
import { expect, it } from 'vitest';
import { findStore, nodesUpTo, toUpsertPlan } from './upsert-plan.ts';

const at = { x: 0, y: 0 };

it('runs the loaders of a store that other runs leave alone, all of them or some', async () => {
  const flow = new FlowBuilder(toyTemplate);
  const store = flow.add('toyStore', at);
  flow.connect(flow.add('toyText', at, { text: 'one' }), store, 'document');
  flow.connect(flow.add('toyText', at, { text: 'two' }), store, 'document');
  flow.connect(store, flow.add('toyEnd', at), 'parts');
  const plan = await compileFlow(flow.build(), toyCatalogue);
  const found = findStore(plan, undefined);
  expect(nodesUpTo(found, plan).map(({ id }) => id)).toEqual(['toyText_0', 'toyText_1', 'toyStore_0']);
  const fill = async (loaders: ReadonlySet<string> | undefined) => {
    const filling = toUpsertPlan({ plan, store: found, loaders, values: plan.values });
    return (await runFlow(filling, toyRequest())).answer?.json;
  };
  expect(await fill(undefined)).toMatchObject({ numAdded: 2 });
  expect(await fill(new Set(['toyText_1']))).toMatchObject({ numAdded: 1 });
});
