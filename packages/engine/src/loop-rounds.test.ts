import type { RunEvent } from '@tendril/contract/run-event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileFlow } from './compile-flow.ts';
import { runFlow } from './run-flow.ts';
import { ToyPipeline, toySteps } from './testing/toy-pipeline.ts';
import { toyRequest } from './testing/toy-request.ts';

const compile = (pipeline: ToyPipeline) => compileFlow(pipeline.flow.build(), toySteps);

async function run(pipeline: ToyPipeline, given: Parameters<typeof toyRequest>[0] = {}) {
  const plan = await compile(pipeline);
  const request = toyRequest(given);
  const outcome = await runFlow(plan, request);
  return { plan, outcome, events: request.events };
}

const idsOf = (events: readonly RunEvent[], type: RunEvent['type']) =>
  events.filter((event) => event.type === type).map((event) => ('nodeId' in event ? event.nodeId : ''));

/** Start → say → until it was said `often` times: back, or stop. */
function looping(often: number): ToyPipeline {
  const pipeline = new ToyPipeline();
  const say = pipeline.add('toySay', [pipeline.start], { word: 'a', stepName: 'Writer' });
  const fork = pipeline.fork([say], { word: 'a', often });
  fork.way('Again', pipeline.add('toyBack', [], { to: 'writer' }));
  fork.way('Done', pipeline.add('toyStop', []));
  return pipeline;
}

describe('a loop', () => {
  it('runs its target and what follows again until the state says stop', async () => {
    const { outcome, events, plan } = await run(looping(3));
    expect(plan.problems).toEqual([]);
    expect(outcome).toMatchObject({ status: 'done', answer: { text: 'a a a' } });
    const rounds = events.filter((event) => event.type === 'node-start' && event.nodeId === 'toySay_0');
    expect(rounds.map((event) => (event as { round?: number }).round)).toEqual([undefined, 2, 3]);
    expect(idsOf(events, 'node-start').filter((id) => id === 'toyStart_0')).toHaveLength(1);
  });

  it('says which way a decision took, and in the end what was never run', async () => {
    const { events } = await run(looping(2));
    const ends = events.filter((event) => event.type === 'node-end' && event.nodeId === 'toyUntil_0');
    expect(ends.map((event) => (event as { branches?: string[] }).branches)).toEqual([['again'], ['done']]);
    expect(idsOf(events, 'node-skip')).toEqual([]);
    const first = await run(looping(1));
    expect(first.outcome.answer?.text).toBe('a');
    expect(idsOf(first.events, 'node-skip')).toEqual(['toyBack_0']);
    expect(first.events.at(-1)?.type).toBe('node-end');
  });

  it('stops with LIMIT_STEPS and names the loop when nothing ends it', async () => {
    const { outcome, events } = await run(looping(99));
    expect(outcome).toMatchObject({
      status: 'failed',
      error: { code: 'LIMIT_STEPS', message: expect.stringMatching(/^Back: stopped after 5 rounds.*Say/) },
    });
    expect(idsOf(events, 'node-start').filter((id) => id === 'toySay_0')).toHaveLength(5);
  });

  it('a loop within a loop counts from one again in each round of the outer one', async () => {
    const pipeline = new ToyPipeline();
    const outer = pipeline.add('toySay', [pipeline.start], { word: 'o', stepName: 'Outer' });
    const inner = pipeline.add('toySay', [outer], { word: 'i', stepName: 'Inner' });
    const innerFork = pipeline.fork([inner], { word: 'i', often: 4 });
    innerFork.way('Again', pipeline.add('toyBack', [], { to: 'inner' }));
    const mark = pipeline.add('toySay', [], { word: 'm' });
    innerFork.way('Done', mark);
    const outerFork = pipeline.fork([mark], { word: 'm', often: 5 });
    outerFork.way('Again', pipeline.add('toyBack', [], { to: 'outer' }));
    outerFork.way('Done', pipeline.add('toyStop', []));
    const { outcome } = await run(pipeline);
    expect(outcome.answer?.text).toBe('o i i i i m o i m o i m o i m o i m');
  });

  it('leaves the results of other branches as they are, and joins with them in each round', async () => {
    const pipeline = new ToyPipeline();
    const aside = pipeline.add('toySay', [pipeline.start], { word: 'x' });
    const say = pipeline.add('toySay', [pipeline.start], { word: 'a', stepName: 'Writer' });
    const both = pipeline.add('toySay', [aside, say], { word: 'b' });
    const fork = pipeline.fork([both], { word: 'b', often: 2 });
    fork.way('Again', pipeline.add('toyBack', [], { to: 'Writer' }));
    fork.way('Done', pipeline.add('toyStop', []));
    const { outcome, events } = await run(pipeline);
    expect(outcome.answer?.text).toBe('x a b a b');
    expect(idsOf(events, 'node-start').filter((id) => id === aside.id)).toHaveLength(1);
  });

  it('stopped in the third round, closes what hangs there', async () => {
    const pipeline = new ToyPipeline();
    const say = pipeline.add('toySay', [pipeline.start], { word: 'a', stepName: 'W', hangsAt: 3 });
    const fork = pipeline.fork([say], { word: 'a', often: 4 });
    fork.way('Again', pipeline.add('toyBack', [], { to: 'W' }));
    fork.way('Done', pipeline.add('toyStop', []));
    const plan = await compile(pipeline);
    const stop = new AbortController();
    const emitted: RunEvent[] = [];
    const emit = (event: RunEvent) => {
      emitted.push(event);
      if (event.type === 'text-delta' && event.text === 'hangs') stop.abort();
    };
    const outcome = await runFlow(plan, { ...toyRequest({ signal: stop.signal }), emit });
    expect(outcome.status).toBe('cancelled');
    expect(emitted.some((event) => event.type === 'text-delta' && event.text === 'socket closed')).toBe(true);
    const rounds = emitted.flatMap((event) => (event.type === 'node-start' ? (event.round ?? []) : []));
    expect(Math.max(...rounds)).toBe(3);
  });

  it('a way that leads nowhere ends the pipeline with what was said last', async () => {
    const pipeline = new ToyPipeline();
    const say = pipeline.add('toySay', [pipeline.start], { word: 'a', stepName: 'W' });
    const fork = pipeline.fork([say], { word: 'a', often: 2 });
    fork.way('Again', pipeline.add('toyBack', [], { to: 'W' }));
    const { outcome, plan, events } = await run(pipeline, { isStreaming: true });
    expect(plan.problems).toEqual([]);
    expect(outcome).toMatchObject({ status: 'done', answer: { text: 'a' } });
    expect(events.some((event) => event.type === 'text-delta' && event.text === 'a')).toBe(true);
  });

  it('comes to the same answer as a plain count, for any number of rounds', async () => {
    const plans = await Promise.all([1, 2, 3, 4, 5].map((often) => compile(looping(often))));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), async (often) => {
        const outcome = await runFlow(plans[often - 1] as (typeof plans)[number], toyRequest());
        expect(outcome.answer?.text).toBe(Array(often).fill('a').join(' '));
      }),
    );
  });
});

describe('steps that borrow tools', () => {
  const calling = (wants: boolean) => {
    const pipeline = new ToyPipeline();
    const caller = pipeline.add('toyCaller', [pipeline.start], { wants });
    const tool = pipeline.add('toyTool', [caller]);
    pipeline.flow.connect(pipeline.flow.add('toyLoan', { x: 0, y: 0 }, { text: 't' }), tool, 'part');
    const stop = pipeline.add('toyStop', [tool]);
    return { pipeline, caller, tool, stop };
  };

  it('get what is connected to the next step, which runs when it is called', async () => {
    const { pipeline } = calling(true);
    expect((await run(pipeline)).outcome.answer?.text).toBe('lent t used t');
  });

  it('pass the step over when they call nothing, and the pipeline ends there', async () => {
    const { pipeline } = calling(false);
    const { outcome, events } = await run(pipeline);
    expect(outcome.answer?.text).toBe('lent t');
    expect(idsOf(events, 'node-skip')).toEqual(['toyTool_0', 'toyStop_0']);
  });

  it('go on another way instead, where one is drawn', async () => {
    const { pipeline, caller, stop } = calling(false);
    const other = pipeline.add('toySay', [caller], { word: 'talk' });
    pipeline.flow.connect(other, stop, 'before');
    expect((await run(pipeline)).outcome.answer?.text).toBe('lent t talk');
  });

  it('get nothing from a disabled step', async () => {
    const { pipeline, tool } = calling(true);
    pipeline.find(tool.id).isDisabled = true;
    expect((await run(pipeline)).outcome.answer?.text).toBe('lent ');
  });
});
