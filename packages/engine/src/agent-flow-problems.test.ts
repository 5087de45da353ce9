import type { FlowData } from '@tendril/contract/flow/flow';
import { describe, expect, it } from 'vitest';
import { compileFlow } from './compile-flow.ts';
import { ToyAgentFlow, toyAgentFlows } from './testing/toy-agent-flow.ts';

const problemsOf = async (flow: FlowData) => (await compileFlow(flow, toyAgentFlows)).problems;

async function problems(build: (drawing: ToyAgentFlow) => void, values: Record<string, unknown> = {}) {
  const drawing = new ToyAgentFlow(values);
  build(drawing);
  return problemsOf(drawing.build());
}

describe('the problems of an agent flow', () => {
  it('names a missing Start, and one too many', async () => {
    const drawing = new ToyAgentFlow();
    drawing.add('say', [], { text: 'x' });
    const flow = drawing.build();
    flow.nodes.shift();
    expect(await problemsOf(flow)).toMatchObject([
      { code: 'NO_START', message: 'The flow has no Start. Add one and connect the first step to it.' },
    ]);
    const two = await problems((one) => one.add('start', []));
    expect(two).toMatchObject([{ code: 'NO_START', nodeId: 'startAgentflow_1' }]);
  });

  it('names the step and the component that nobody has here', async () => {
    const found = await problems((drawing) => {
      const say = drawing.add('say', [drawing.start], { text: 'x', toyModel: 'chatNobody' });
      drawing.add('gone', [say]);
    });
    expect(found).toMatchObject([
      { code: 'UNKNOWN_NODE', nodeId: 'goneAgentflow_0', isWarning: false },
      {
        code: 'UNKNOWN_NODE',
        nodeId: 'sayAgentflow_0',
        input: 'toyModel',
        message: 'sayAgentflow_0: this installation has no node "chatNobody" for Model.',
      },
      { code: 'DANGLING_EDGE', isWarning: true },
    ]);
  });

  it('names a missing key of a component at its step, unless its settings have one', async () => {
    const withConfig = (toyModelConfig: object) =>
      problems((drawing) =>
        drawing.add('say', [drawing.start], { text: 'x', toyModel: 'secretToy', toyModelConfig }),
      );
    expect(await withConfig({})).toMatchObject([
      { code: 'CREDENTIAL_MISSING', nodeId: 'sayAgentflow_0', input: 'toyModel' },
    ]);
    expect(await withConfig({ FLOWISE_CREDENTIAL_ID: 'c1' })).toEqual([]);
  });

  it('names values that are needed, also inside lists; a text that is missing there is a warning', async () => {
    const found = await problems((drawing) =>
      drawing.add('say', [drawing.start], {
        toyTools: [
          { selected: '', remark: 'one' },
          { selected: 'toolToy', remark: '' },
        ],
      }),
    );
    expect(found).toMatchObject([
      { code: 'REQUIRED', input: 'text', message: 'sayAgentflow_0: Text is required' },
      { code: 'REQUIRED', input: 'toyTools', message: 'sayAgentflow_0: Tools 1 needs Tool.' },
      {
        code: 'REQUIRED',
        input: 'toyTools',
        message: 'sayAgentflow_0: Tools 2 needs Remark.',
        isWarning: true,
      },
    ]);
  });

  it('names what a loop cannot go back to', async () => {
    const back = (loopBackToNode: string) =>
      problems((drawing) => drawing.add('loop', [drawing.start], { loopBackToNode }));
    expect(await back('sayAgentflow_9-Gone')).toMatchObject([{ code: 'LOOP_TARGET' }]);
    expect(await back('noteAgentflow_0-Start')).toMatchObject([{ code: 'LOOP_TARGET' }]);
  });

  it('warns of edges to nowhere and across the border of an iteration, and of steps that are never run', async () => {
    const found = await problems((drawing) => {
      const each = drawing.add('iteration', [drawing.start], { iterationInput: '[]' });
      const inside = drawing.add('say', [], { text: 'x' }, { inside: each });
      drawing.add('say', [inside], { text: 'y', toyModel: 'secretToy' });
      drawing.connect(drawing.start, 'sayAgentflow_7');
    });
    expect(found.map(({ code, isWarning }) => [code, isWarning])).toEqual([
      ['CREDENTIAL_MISSING', true],
      ['DANGLING_EDGE', true],
      ['DANGLING_EDGE', true],
    ]);
  });

  it('counts a problem inside an iteration as one of the flow', async () => {
    const found = await problems((drawing) => {
      const each = drawing.add('iteration', [drawing.start], { iterationInput: '[]' });
      drawing.add('say', [], {}, { inside: each });
    });
    expect(found).toMatchObject([{ code: 'REQUIRED', nodeId: 'sayAgentflow_0', input: 'text' }]);
  });

  it('names steps that wait for each other', async () => {
    const found = await problems((drawing) => {
      const one = drawing.add('say', [drawing.start], { text: 'x' });
      drawing.connect(drawing.add('say', [one], { text: 'y' }), one);
    });
    expect(found).toContainEqual(expect.objectContaining({ code: 'CYCLE' }));
  });

  it('compiles thousands of steps, in a line and side by side', async () => {
    const drawing = new ToyAgentFlow();
    let last = drawing.start;
    const flow = drawing.build();
    const [start] = flow.nodes;
    for (let at = 0; at < 4000 && start; at += 1) {
      const id = `sayAgentflow_${at}`;
      const data = { id, name: 'sayAgentflow', label: id, inputs: { text: 'x', toyModel: 'chatToy' } };
      flow.nodes.push({ ...start, id, data });
      const source = at % 2 === 0 ? drawing.start : last;
      const sourceHandle = `${source}-output-${source.slice(0, source.lastIndexOf('_'))}`;
      flow.edges.push({ source, sourceHandle, target: id, targetHandle: id });
      last = id;
    }
    const plan = await compileFlow(flow, toyAgentFlows);
    expect(plan.problems).toEqual([]);
    expect(plan.order).toHaveLength(8001);
  });

  it('streams the last step, but none of two that run in one turn', async () => {
    const lastSteps = async (build: (drawing: ToyAgentFlow) => void) => {
      const drawing = new ToyAgentFlow();
      build(drawing);
      const { nodes } = await compileFlow(drawing.build(), toyAgentFlows);
      return [...nodes.values()].flatMap(({ id, isLastStep }) => (isLastStep ? id : []));
    };
    const branches = await lastSteps((drawing) => {
      const fork = drawing.add('condition', [drawing.start], { text: '0' });
      drawing.add('say', [`${fork} 0`], { text: 'a' });
      drawing.add('say', [`${fork} 1`], { text: 'b' });
    });
    expect(branches).toEqual(['sayAgentflow_0', 'sayAgentflow_1']);
    const both = await lastSteps((drawing) => {
      drawing.add('say', [drawing.start], { text: 'a' });
      drawing.add('say', [drawing.start], { text: 'b' });
    });
    expect(both).toEqual([]);
  });
});
