import type { RunEvent } from '@tendril/contract/run-event';
import { describe, expect, it } from 'vitest';
import type { Checkpoint } from './checkpoint.ts';
import { compileFlow } from './compile-flow.ts';
import { runFlow } from './run-flow.ts';
import { ToyPipeline, toySteps } from './testing/toy-pipeline.ts';
import { toyRequest } from './testing/toy-request.ts';

const compile = (pipeline: ToyPipeline) => compileFlow(pipeline.flow.build(), toySteps);
const started = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'node-start' ? event.nodeId : []));

/** As it comes back from a database. */
const stored = (checkpoint: Checkpoint | undefined) => JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;

/** Runs to the question, then goes on in a plan compiled again, as after a restart. */
async function decide(
  build: (pipeline: ToyPipeline) => void,
  decisions: { isApproved: boolean; note?: string }[],
) {
  const make = () => {
    const pipeline = new ToyPipeline();
    build(pipeline);
    return compile(pipeline);
  };
  const first = toyRequest({ isStreaming: true });
  let outcome = await runFlow(await make(), first);
  let events = first.events;
  const asked = [outcome.action];
  for (const decision of decisions) {
    const resumption = { checkpoint: stored(outcome.checkpoint), decision };
    const request = toyRequest({ resumption });
    outcome = await runFlow(await make(), request);
    events = request.events;
    asked.push(outcome.action);
  }
  return { first, outcome, events, asked };
}

const asking = (pipeline: ToyPipeline) => {
  const say = pipeline.add('toySay', [pipeline.start], { word: 'a' });
  pipeline.add('toyStop', [pipeline.add('toyAsk', [say])]);
};

describe('a run that asks a person', () => {
  it('stops with the question, what is asked, and where it stands', async () => {
    const { outcome, first } = await decide(asking, []);
    expect(outcome).toMatchObject({
      status: 'waiting',
      answer: { text: 'May I?' },
      action: {
        id: 'r1',
        mapping: { approve: 'Yes', reject: 'No' },
        elements: [
          { type: 'approve-button', label: 'Yes' },
          { type: 'reject-button', label: 'No' },
        ],
        data: { nodeId: 'toyAsk_0', nodeLabel: 'Ask', input: 'May I?' },
      },
    });
    const types = first.events.map((event) => event.type);
    expect(types).toContain('node-wait');
    expect(types).not.toContain('node-error');
    expect(types).not.toContain('node-skip');
    expect(JSON.stringify(outcome.checkpoint)).not.toContain('"provider"');
  });

  it('goes on after yes and after no, and repeats nothing that was done', async () => {
    const yes = await decide(asking, [{ isApproved: true }]);
    expect(yes.outcome).toMatchObject({ status: 'done', answer: { text: 'a allowed1' } });
    expect(started(yes.events)).toEqual(['toyModel_0', 'toyAsk_0', 'toyStop_0']);
    const no = await decide(asking, [{ isApproved: false, note: '!' }]);
    expect(no.outcome.answer?.text).toBe('a refused!1');
  });

  it('lets what needs no answer finish first, and asks one thing after the other', async () => {
    const build = (pipeline: ToyPipeline) => {
      const one = pipeline.add('toyAsk', [pipeline.start]);
      const other = pipeline.add('toyAsk', [pipeline.start]);
      const aside = pipeline.add('toySay', [pipeline.start], { word: 'x' });
      pipeline.add('toyStop', [pipeline.add('toySay', [one, other, aside], { word: 'all' })]);
    };
    const { outcome, asked, events, first } = await decide(build, [
      { isApproved: true },
      { isApproved: false },
    ]);
    expect(started(first.events)).toContain('toySay_0');
    expect(asked.map((action) => action?.data.nodeId)).toEqual(['toyAsk_0', 'toyAsk_1', undefined]);
    expect(outcome.answer?.text).toBe('allowed0 refused0 x all');
    expect(started(events)).not.toContain('toySay_0');
  });

  it('keeps the round of a loop it asked in', async () => {
    const build = (pipeline: ToyPipeline) => {
      const say = pipeline.add('toySay', [pipeline.start], { word: 'a', stepName: 'W' });
      const ask = pipeline.add('toyAsk', [say]);
      const fork = pipeline.fork([ask], { word: 'a', often: 2 });
      fork.way('Again', pipeline.add('toyBack', [], { to: 'W' }));
      fork.way('Done', pipeline.add('toyStop', []));
    };
    const { outcome, events } = await decide(build, [{ isApproved: true }, { isApproved: true }]);
    expect(outcome.answer?.text).toBe('a allowed1 a allowed3');
    const again = events.find((event) => event.type === 'node-start' && event.nodeId === 'toyAsk_0');
    expect(again).toMatchObject({ round: expect.any(Number) });
  });

  it('makes the parts again that a loop comes back to, however long ago they were used', async () => {
    const build = (pipeline: ToyPipeline) => {
      const say = pipeline.add('toySay', [pipeline.start], { word: 'a', stepName: 'W' });
      pipeline.flow.connect(pipeline.flow.add('toyModel', { x: 0, y: 0 }), say, 'model');
      const ask = pipeline.add('toyAsk', [pipeline.add('toySay', [say], { word: 'b' })]);
      const fork = pipeline.fork([ask], { word: 'b', often: 2 });
      fork.way('Again', pipeline.add('toyBack', [], { to: 'W' }));
      fork.way('Done', pipeline.add('toyStop', []));
    };
    const { outcome } = await decide(build, [{ isApproved: true }, { isApproved: true }]);
    expect(outcome.answer?.text).toBe('a:toyModel_1 b allowed2 a:toyModel_1 b allowed5');
  });

  it('refuses to go on in a flow that lost the step which asked', async () => {
    const pipeline = new ToyPipeline();
    asking(pipeline);
    const { checkpoint } = await runFlow(await compile(pipeline), toyRequest());
    const other = new ToyPipeline();
    other.add('toyStop', [other.add('toySay', [other.start], { word: 'a' })]);
    const resumption = { checkpoint: stored(checkpoint), decision: { isApproved: true } };
    const outcome = await runFlow(await compile(other), toyRequest({ resumption }));
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'CONFLICT' } });
  });
});
