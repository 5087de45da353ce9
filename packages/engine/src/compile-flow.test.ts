import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { NodeCatalogue } from '@tendril/contract/node/define-node';
import { describe, expect, it } from 'vitest';
import { compileFlow } from './compile-flow.ts';
import { runFlow } from './run-flow.ts';
import { toyCatalogue, toyTemplate } from './testing/toy-catalogue.ts';
import { toyRequest } from './testing/toy-request.ts';

const at = { x: 0, y: 0 };

function build(add: (flow: FlowBuilder) => void): FlowData {
  const flow = new FlowBuilder(toyTemplate);
  add(flow);
  return flow.build();
}

const codes = async (flow: FlowData) =>
  (await compileFlow(flow, toyCatalogue)).problems.map((problem) => problem.code);

describe('compileFlow', () => {
  it('names an empty flow as one without an end', async () => {
    expect(await codes({ nodes: [], edges: [] })).toEqual(['NO_ENDING']);
  });

  it('names a required anchor without an edge, and refuses to run', async () => {
    const flow = build((builder) => builder.add('toyEnd', at));
    expect(await codes(flow)).toEqual(['REQUIRED']);
    const outcome = await runFlow(await compileFlow(flow, toyCatalogue), toyRequest());
    expect(outcome).toMatchObject({
      status: 'failed',
      error: { code: 'FLOW_INVALID', message: 'End: connect Parts.' },
    });
  });

  it('names a required value that is not set', async () => {
    const flow = build((builder) =>
      builder.connect(builder.add('toyText', at), builder.add('toyEnd', at), 'parts'),
    );
    const plan = await compileFlow(flow, toyCatalogue);
    expect(plan.problems).toMatchObject([
      { code: 'INVALID_VALUE', nodeId: 'toyText_0', message: 'Text: Text is required' },
    ]);
  });

  it('names a missing secret, unless a value makes it needless', async () => {
    const flow = (values: Record<string, unknown>) =>
      build((builder) =>
        builder.connect(builder.add('toySecret', at, values), builder.add('toyEnd', at), 'parts'),
      );
    expect(await codes(flow({}))).toEqual(['CREDENTIAL_MISSING']);
    expect(await codes(flow({ address: 'http://127.0.0.1:8000/v1' }))).toEqual([]);
  });

  it('only warns of a loose node, unknown or incomplete, that no ending needs', async () => {
    const flow = build((builder) => {
      builder.connect(builder.add('toyText', at, { text: 'x' }), builder.add('toyEnd', at), 'parts');
      builder.add('toyBranch', at);
    });
    flow.nodes.push({ id: 'gone_0', position: at, data: { id: 'gone_0', name: 'gone', label: 'Gone' } });
    const plan = await compileFlow(flow, toyCatalogue);
    expect(plan.problems.map((problem) => problem.code)).toEqual(
      expect.arrayContaining(['UNKNOWN_NODE', 'REQUIRED']),
    );
    expect(plan.problems.every((problem) => problem.isWarning)).toBe(true);
    expect((await runFlow(plan, toyRequest())).status).toBe('done');
  });

  describe('with a node whose form is known, but not what it does', () => {
    const reason = 'It has not been built here yet.';
    const catalogue: NodeCatalogue = {
      load: async (name) => {
        const node = await toyCatalogue.load(name);
        const isUnbuilt = name === 'toySecret' || name === 'toyEnd';
        return node && isUnbuilt ? { ...node, unavailable: reason } : node;
      },
    };

    it('names it and the reason, in the answer too, and nothing else that it lacks', async () => {
      const flow = build((builder) =>
        builder.connect(builder.add('toySecret', at), builder.add('toyShared', at), 'part'),
      );
      const plan = await compileFlow(flow, catalogue);
      const message = `Secret cannot run here. ${reason}`;
      expect(plan.problems[0]).toEqual({ code: 'NODE_CANNOT_RUN', nodeId: 'toySecret_0', message });
      expect(plan.problems.map(({ code }) => code)).not.toContain('CREDENTIAL_MISSING');
      const outcome = await runFlow(plan, toyRequest());
      expect(outcome).toMatchObject({ status: 'failed', error: { code: 'FLOW_INVALID', message } });
    });

    it('takes it as the end of the flow that it is', async () => {
      const flow = build((builder) =>
        builder.connect(builder.add('toyText', at, { text: 'x' }), builder.add('toyEnd', at), 'parts'),
      );
      expect((await compileFlow(flow, catalogue)).problems).toMatchObject([
        { code: 'NODE_CANNOT_RUN', nodeId: 'toyEnd_0' },
      ]);
    });
  });

  it('names an unknown node, not a missing end, where the unknown one was the end', async () => {
    const flow = build((builder) => builder.add('toyText', at, { text: 'x' }));
    flow.nodes.push({ id: 'gone_0', position: at, data: { id: 'gone_0', name: 'gone', label: 'Gone' } });
    const outcome = await runFlow(await compileFlow(flow, toyCatalogue), toyRequest());
    expect(outcome).toMatchObject({ error: { message: expect.stringContaining('no node "gone"') } });
  });

  it('warns of a complete node that nothing is connected to', async () => {
    const flow = build((builder) => {
      builder.connect(builder.add('toyText', at, { text: 'x' }), builder.add('toyEnd', at), 'parts');
      builder.add('toyText', at, { text: 'y' });
    });
    const plan = await compileFlow(flow, toyCatalogue);
    expect(plan.problems).toMatchObject([{ code: 'UNREACHABLE', nodeId: 'toyText_1', isWarning: true }]);
    expect((await runFlow(plan, toyRequest())).status).toBe('done');
  });

  it('refuses a flow that waits for itself', async () => {
    const flow = build((builder) => {
      const first = builder.add('toyText', at, { text: '{{toyText_1.data.instance}}' });
      builder.add('toyText', at, { text: '{{toyText_0.data.instance}}' });
      builder.connect(first, builder.add('toyEnd', at), 'parts');
    });
    expect(await codes(flow)).toContain('CYCLE');
  });

  it('leaves out an edge that leads to nothing, with a warning', async () => {
    const flow = build((builder) =>
      builder.connect(builder.add('toyText', at, { text: 'x' }), builder.add('toyEnd', at), 'parts'),
    );
    flow.edges.push({
      source: 'lost_0',
      sourceHandle: 'lost_0-output-a-string',
      target: 'toyEnd_0',
      targetHandle: 'toyEnd_0-input-parts-string | json',
    });
    const plan = await compileFlow(flow, toyCatalogue);
    expect(plan.problems).toMatchObject([{ code: 'DANGLING_EDGE', isWarning: true }]);
  });

  it('matches an anchor by name when its type changed since the flow was drawn', async () => {
    const flow = build((builder) =>
      builder.connect(builder.add('toyText', at, { text: 'x' }), builder.add('toyEnd', at), 'parts'),
    );
    const edge = flow.edges[0];
    if (edge) edge.targetHandle = 'toyEnd_0-input-parts-Text | Old-er';
    const plan = await compileFlow(
      { ...flow, edges: edge ? [{ ...edge, targetHandle: 'toyEnd_0-input-parts-OldType' }] : [] },
      toyCatalogue,
    );
    expect((await runFlow(plan, toyRequest())).answer?.text).toBe('"x"');
  });

  it('takes the output of a renamed handle from the one that is chosen, or that has its type', async () => {
    const flow = build((builder) =>
      builder.connect(builder.add('toyText', at, { text: 'x' }), builder.add('toyEnd', at), 'parts'),
    );
    const edges = flow.edges.map((edge) => ({ ...edge, sourceHandle: 'toyText_0-output-old-string' }));
    const plan = await compileFlow({ ...flow, edges }, toyCatalogue);
    expect(plan.problems).toEqual([]);
    expect((await runFlow(plan, toyRequest())).answer?.text).toBe('"x"');
  });

  it('compiles ten thousand nodes in a line', async () => {
    const nodes = Array.from({ length: 10_000 }, (_, index) => ({
      id: `toyText_${index}`,
      position: at,
      data: {
        id: `toyText_${index}`,
        name: 'toyText',
        label: 'Text',
        inputs: { text: index ? `{{toyText_${index - 1}.data.instance}}` : 'x' },
      },
    }));
    const end = {
      id: 'toyEnd_0',
      position: at,
      data: { id: 'toyEnd_0', name: 'toyEnd', label: 'End', inputs: {} },
    };
    const edge = {
      source: 'toyText_9999',
      sourceHandle: 'toyText_9999-output-toyText-string',
      target: 'toyEnd_0',
      targetHandle: 'toyEnd_0-input-parts-string | json',
    };
    const plan = await compileFlow({ nodes: [...nodes, end], edges: [edge] }, toyCatalogue);
    expect(plan.problems).toEqual([]);
    expect((await runFlow(plan, toyRequest())).answer?.text).toBe('"x"');
  });
});
