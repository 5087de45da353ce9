import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import { describe, expect, it } from 'vitest';
import { compileFlow } from './compile-flow.ts';
import { runFlow } from './run-flow.ts';
import { ToyPipeline, toySteps } from './testing/toy-pipeline.ts';
import { toyRequest } from './testing/toy-request.ts';

const compile = (pipeline: ToyPipeline) => compileFlow(pipeline.flow.build(), toySteps);
const at = { x: 0, y: 0 };

async function problems(build: (pipeline: ToyPipeline) => void): Promise<readonly FlowProblem[]> {
  const pipeline = new ToyPipeline();
  build(pipeline);
  return (await compile(pipeline)).problems;
}

const say = (pipeline: ToyPipeline, before = [pipeline.start], values: Record<string, unknown> = {}) =>
  pipeline.add('toySay', before, { word: 'a', ...values });

describe('problems of pipelines', () => {
  it('are none where all is well', async () => {
    expect(await problems((pipeline) => void pipeline.add('toyStop', [say(pipeline)]))).toEqual([]);
  });

  it('name a missing Start, a second one, and one that is disabled', async () => {
    const pipeline = new ToyPipeline();
    pipeline.add('toyStop', [say(pipeline)]);
    const flow = pipeline.flow.build();
    const without = {
      nodes: flow.nodes.filter((node) => node.id !== 'toyStart_0'),
      edges: flow.edges.filter((edge) => ![edge.source, edge.target].includes('toyStart_0')),
    };
    expect((await compileFlow(without, toySteps)).problems).toContainEqual(
      expect.objectContaining({ code: 'NO_START', message: expect.stringContaining('has no Start') }),
    );
    pipeline.find('toyStart_0').isDisabled = true;
    const disabled = (await compile(pipeline)).problems;
    expect(disabled.map((problem) => problem.message)).toEqual(
      expect.arrayContaining([
        'Say: Before is needed, and Begin is disabled.',
        'The pipeline begins at Begin, which is disabled. Enable it and connect the first step to it.',
      ]),
    );
    const twice = await problems((other) => {
      const second = other.flow.add('toyStart', at);
      other.flow.connect({ id: 'toyModel_0' }, second, 'model');
      other.add('toyStop', [say(other), say(other, [second])]);
    });
    expect(twice).toMatchObject([
      { code: 'NO_START', nodeId: 'toyStart_1', message: expect.stringMatching(/2 Starts/) },
    ]);
  });

  it('warn of steps that Start does not lead to, and of a branch without an End', async () => {
    const found = await problems((pipeline) => {
      const first = say(pipeline);
      pipeline.add('toyStop', [first]);
      say(pipeline, [first]);
      const lost = say(pipeline, []);
      pipeline.add('toyStop', [say(pipeline, [lost])]);
    });
    expect(found.every((problem) => problem.isWarning)).toBe(true);
    expect(found.map(({ code, nodeId }) => [code, nodeId])).toEqual([
      ['REQUIRED', 'toySay_2'],
      ['NO_ENDING', 'toySay_1'],
      ['UNREACHABLE', 'toySay_3'],
      ['UNREACHABLE', 'toyStop_1'],
    ]);
    expect(found.find((problem) => problem.code === 'REQUIRED')).toMatchObject({
      input: 'before',
      message: 'Say: connect Before.',
    });
  });

  it('without any End are one problem, which names the step that nothing comes after', async () => {
    const found = await problems((pipeline) => {
      say(pipeline, [say(pipeline)]);
    });
    expect(found).toEqual([
      { code: 'NO_ENDING', nodeId: 'toySay_1', message: 'Nothing comes after Say. Add an End there.' },
    ]);
  });

  it('run a branch without an End to its last step', async () => {
    const pipeline = new ToyPipeline();
    const fork = pipeline.fork([say(pipeline)], { word: 'a', often: 1 });
    fork.way('Again', pipeline.add('toyStop', []));
    fork.way('Done', say(pipeline, [], { word: 'last' }));
    expect((await runFlow(await compile(pipeline), toyRequest())).answer?.text).toBe('last');
  });

  it('name a loop without a target, to nobody, to two steps, or to Start', async () => {
    const looping = (to: string) => (pipeline: ToyPipeline) => {
      const one = say(pipeline, undefined, { stepName: 'Twin' });
      const other = say(pipeline, [one], { stepName: 'twin' });
      pipeline.add('toyStop', [other]);
      pipeline.add('toyBack', [other], { to });
    };
    for (const [to, message] of [
      ['', expect.stringMatching(/^Back: To is required/)],
      ['Nobody', 'Back: there is no step called "Nobody".'],
      ['TWIN', 'Back: 2 steps are called "TWIN". Rename one of them.'],
      ['Begin', expect.stringMatching(/^Back: it cannot go back to Begin/)],
    ] as const) {
      const found = (await problems(looping(to))).filter((problem) => !problem.isWarning);
      expect(found[0]).toMatchObject({ nodeId: 'toyBack_0', input: 'to', message });
    }
    // As a file of somebody else may have it.
    const object = await problems(looping({ name: 'Twin' } as unknown as string));
    expect(object.map((problem) => problem.message).join()).not.toContain('[object');
    expect(object.filter((problem) => problem.nodeId === 'toyBack_0')).not.toEqual([]);
    const byId = await problems(looping('toySay_1'));
    expect(byId.filter((problem) => problem.code === 'LOOP_TARGET')).toEqual([]);
  });

  it('name an edge between anchors that share no class', async () => {
    const pipeline = new ToyPipeline();
    pipeline.add('toyStop', [say(pipeline)]);
    const flow = pipeline.flow.build();
    flow.edges.push({
      source: 'toyModel_0',
      sourceHandle: 'toyModel_0-output-toyModel-BaseChatModel',
      target: 'toySay_0',
      targetHandle: 'toySay_0-input-before-Start | Agent',
    });
    expect((await compileFlow(flow, toySteps)).problems).toMatchObject([
      {
        code: 'TYPE_MISMATCH',
        nodeId: 'toySay_0',
        input: 'before',
        message: expect.stringMatching(/^Say: Before cannot take what Model/),
      },
    ]);
  });

  it('name a node that is there twice, and a circle of steps', async () => {
    const pipeline = new ToyPipeline();
    const [one, other] = [say(pipeline), say(pipeline)];
    pipeline.flow.connect(one, other, 'before').connect(other, one, 'before');
    pipeline.add('toyStop', [other]);
    const flow = pipeline.flow.build();
    const again = flow.nodes.find((node) => node.id === 'toySay_0');
    if (again) flow.nodes.push(again);
    const found = (await compileFlow(flow, toySteps)).problems.map((problem) => problem.message);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Two nodes have the id "toySay_0"'),
        expect.stringContaining('waits for itself. Go back with a Loop'),
      ]),
    );
  });
});

describe('disabled nodes', () => {
  const run = async (build: (pipeline: ToyPipeline) => void) => {
    const pipeline = new ToyPipeline();
    build(pipeline);
    const plan = await compile(pipeline);
    const request = toyRequest();
    return { plan, outcome: await runFlow(plan, request), events: request.events };
  };

  it('a step passes on its input, whatever is wrong with it, and emits nothing', async () => {
    const { outcome, events } = await run((pipeline) => {
      const first = say(pipeline);
      const second = say(pipeline, [first], { word: '' });
      pipeline.find(second.id).isDisabled = true;
      pipeline.add('toyStop', [say(pipeline, [second], { word: 'c' })]);
    });
    expect(outcome.answer?.text).toBe('a c');
    expect(events.some((event) => 'nodeId' in event && event.nodeId === 'toySay_1')).toBe(false);
  });

  it('a step passes on what two branches gave it', async () => {
    const { outcome } = await run((pipeline) => {
      const both = say(pipeline, [say(pipeline), say(pipeline, undefined, { word: 'b' })]);
      pipeline.find(both.id).isDisabled = true;
      pipeline.add('toyStop', [both]);
    });
    expect(outcome.answer?.text).toBe('a b');
  });

  it('any other node is left out with its edges, and who needs it says so', async () => {
    const { plan, outcome } = await run((pipeline) => {
      pipeline.find('toyModel_0').isDisabled = true;
      pipeline.add('toyStop', [say(pipeline)]);
    });
    expect(plan.problems).toMatchObject([
      {
        code: 'REQUIRED',
        nodeId: 'toyStart_0',
        input: 'model',
        message: 'Begin: Model is needed, and Model is disabled.',
      },
    ]);
    expect(outcome.status).toBe('failed');
  });

  it('an End that is disabled lets the pipeline end at the step before it', async () => {
    const { outcome, plan } = await run((pipeline) => {
      pipeline.find(pipeline.add('toyStop', [say(pipeline)]).id).isDisabled = true;
      pipeline.add('toyStop', [say(pipeline, undefined, { word: 'b' })]);
    });
    expect(plan.problems.every((problem) => problem.isWarning)).toBe(true);
    expect(outcome.answer?.text).toBe('b');
  });
});

describe('the words of the last step', () => {
  it('are heard while they come where only an End follows, and nowhere where branches run side by side', async () => {
    const heard = async (build: (pipeline: ToyPipeline) => void) => {
      const pipeline = new ToyPipeline();
      build(pipeline);
      const request = toyRequest({ isStreaming: true });
      await runFlow(await compile(pipeline), request);
      return request.events.flatMap((event) => (event.type === 'text-delta' ? event.text : []));
    };
    expect(
      await heard(
        (pipeline) => void pipeline.add('toyStop', [say(pipeline, [say(pipeline)], { word: 'z' })]),
      ),
    ).toEqual(['z']);
    expect(
      await heard((pipeline) => {
        pipeline.add('toyStop', [say(pipeline)]);
        pipeline.add('toyStop', [say(pipeline, undefined, { word: 'b' })]);
      }),
    ).toEqual([]);
  });
});
