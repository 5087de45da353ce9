import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { describe, expect, it } from 'vitest';
import { compileFlow } from './compile-flow.ts';
import { runFlow } from './run-flow.ts';
import { toyCatalogue, toyLingered, toyTemplate } from './testing/toy-catalogue.ts';
import { toyRequest } from './testing/toy-request.ts';

const at = { x: 0, y: 0 };

async function plan(build: (flow: FlowBuilder) => void) {
  const flow = new FlowBuilder(toyTemplate);
  build(flow);
  return compileFlow(flow.build(), toyCatalogue);
}

/** value → branch → one node on either side → end of all that live. */
const branching = (flow: FlowBuilder) => {
  const value = flow.add('toyText', at, { text: 'v' });
  const branch = flow.add('toyBranch', at, { word: '{{question}}' }, 'left');
  flow.connect(value, branch, 'value');
  const leftText = flow.add('toyText', at, { text: '{{toyBranch_0.data.instance}} left' });
  const end = flow.add('toyEnd', at);
  flow.connect(leftText, end, 'parts');
};

describe('runFlow', () => {
  it('answers with the value of the ending node', async () => {
    const compiled = await plan((flow) =>
      flow.connect(flow.add('toyText', at, { text: 'hi' }), flow.add('toyEnd', at), 'parts'),
    );
    const outcome = await runFlow(compiled, toyRequest());
    expect(outcome.status).toBe('done');
    expect(outcome.answer?.text).toBe('"hi"');
  });

  it('does not run what only an upsert reads, and names it no loose end', async () => {
    const compiled = await plan((flow) => {
      const store = flow.add('toyStore', at);
      flow.connect(flow.add('toyWait', at), store, 'document');
      flow.connect(store, flow.add('toyEnd', at), 'parts');
    });
    expect(compiled.problems).toEqual([]);
    const outcome = await runFlow(compiled, toyRequest());
    expect(outcome.answer?.text).toBe('{"given":0}');
  });

  it('fills references in parameters, and leaves what is none as it stands', async () => {
    const text =
      '{{question}}|{{$vars.tone}}|{{$flow.chatId}}|{{chat_history}}|{{constructor}}|{{$flow.__proto__}}|${HOME}';
    const compiled = await plan((flow) =>
      flow.connect(flow.add('toyText', at, { text }), flow.add('toyEnd', at), 'parts'),
    );
    const outcome = await runFlow(
      compiled,
      toyRequest({ question: '{{$vars.tone}}', variables: { tone: 'warm' } }),
    );
    expect(JSON.parse(outcome.answer?.text ?? '')).toBe(
      '{{$vars.tone}}|warm|c1|user: earlier|{{constructor}}|{{$flow.__proto__}}|${HOME}',
    );
  });

  it('waits for both sides before a node where branches meet runs', async () => {
    const compiled = await plan((flow) => {
      const first = flow.add('toyText', at, { text: 'a' });
      const second = flow.add('toyText', at, { text: '{{toyText_0.data.instance}}b' });
      const end = flow.add('toyEnd', at);
      flow.connect(first, end, 'parts').connect(second, end, 'parts');
    });
    const outcome = await runFlow(compiled, toyRequest());
    expect(outcome.answer?.text).toBe('"a"+"ab"');
  });

  it('takes the branch that was chosen and skips what stands on the other', async () => {
    const compiled = await plan(branching);
    const taken = await runFlow(compiled, toyRequest({ question: 'go left' }));
    expect(taken.answer?.text).toBe('"v left"');
    const request = toyRequest({ question: 'go right' });
    const dead = await runFlow(compiled, request);
    expect(dead).toMatchObject({ status: 'failed', error: { code: 'FLOW_INVALID' } });
    expect(request.events.filter((event) => event.type === 'node-skip')).toHaveLength(2);
  });

  it('runs only the last of several ending nodes that are alive', async () => {
    const compiled = await plan((flow) => {
      const text = flow.add('toyText', at, { text: 'x' });
      flow.connect(text, flow.add('toyEnd', at, { prefix: 'first ' }), 'parts');
      flow.connect(text, flow.add('toyEnd', at, { prefix: 'second ' }), 'parts');
    });
    const request = toyRequest();
    expect((await runFlow(compiled, request)).answer?.text).toBe('second "x"');
    expect(
      request.events.filter((event) => event.type === 'node-start' && event.name === 'toyEnd'),
    ).toHaveLength(1);
    expect(compiled.problems).toMatchObject([{ code: 'SEVERAL_ENDINGS', isWarning: true }]);
  });

  it('makes a reusable value once per version and says so in later runs', async () => {
    const compiled = await plan((flow) => {
      const shared = flow.add('toyShared', at, { text: 'one' });
      const outer = flow.add('toyShared', at);
      flow.connect(shared, outer, 'part').connect(outer, flow.add('toyEnd', at), 'parts');
    });
    const first = await runFlow(compiled, toyRequest());
    const request = toyRequest();
    const second = await runFlow(compiled, request);
    expect(second.answer).toEqual(first.answer);
    expect(request.events.filter((event) => event.type === 'node-end' && event.isCached)).toHaveLength(2);
    const changed = await runFlow(compiled, toyRequest({ overrides: { text: 'two' } }));
    expect(changed.answer).not.toEqual(first.answer);
  });

  it('stops waiting nodes when the request is stopped, and says cancelled', async () => {
    const compiled = await plan((flow) =>
      flow.connect(flow.add('toyWait', at), flow.add('toyEnd', at), 'parts'),
    );
    const stop = new AbortController();
    const request = toyRequest({ signal: stop.signal });
    const running = runFlow(compiled, request);
    setTimeout(() => stop.abort(), 10);
    expect(await running).toMatchObject({ status: 'cancelled', error: { code: 'RUN_CANCELLED' } });
    expect(
      request.events.some((event) => event.type === 'text-delta' && event.text === 'socket closed'),
    ).toBe(true);
  });

  it('hears how stopped nodes ended before the run ends, and nothing after it', async () => {
    const compiled = await plan((flow) => {
      const end = flow.add('toyEnd', at);
      flow.connect(flow.add('toyWait', at), end, 'parts');
      flow.connect(flow.add('toyLinger', at), end, 'parts');
    });
    const stop = new AbortController();
    const request = toyRequest({ signal: stop.signal });
    const running = runFlow(compiled, request);
    setTimeout(() => stop.abort(), 10);
    await running;
    const emitted = request.events.length;
    expect(request.events.filter((event) => event.type === 'node-error')).toMatchObject([
      { name: 'toyWait', code: 'RUN_CANCELLED' },
    ]);
    await toyLingered.promise;
    expect(request.events).toHaveLength(emitted);
  });

  it('stops the other nodes when one fails, and names the failure', async () => {
    const compiled = await plan((flow) => {
      const end = flow.add('toyEnd', at);
      flow.connect(flow.add('toyWait', at), end, 'parts');
      flow.connect(flow.add('toyWait', at, { failure: 'no such index' }), end, 'parts');
    });
    const request = toyRequest();
    expect(await runFlow(compiled, request)).toMatchObject({
      status: 'failed',
      error: { message: 'no such index' },
    });
    expect(
      request.events.some((event) => event.type === 'text-delta' && event.text === 'socket closed'),
    ).toBe(true);
  });

  it('lets a reader of a run variable wait for its writer, though no edge joins them', async () => {
    const compiled = await plan((flow) => {
      const get = flow.add('toyGet', at, { variableName: 'topic' });
      flow.add('toySet', at, { variableName: 'topic', value: 'ferns' });
      flow.connect(get, flow.add('toyEnd', at), 'parts');
    });
    expect((await runFlow(compiled, toyRequest())).answer?.text).toBe('"ferns"');
  });

  it('lays an override over one node by its id, and keeps references in it as text', async () => {
    const compiled = await plan((flow) => {
      const end = flow.add('toyEnd', at);
      flow
        .connect(flow.add('toyText', at, { text: 'a' }), end, 'parts')
        .connect(flow.add('toyText', at, { text: 'b' }), end, 'parts');
    });
    const outcome = await runFlow(
      compiled,
      toyRequest({ overrides: { text: { toyText_1: '{{question}}' } } }),
    );
    expect(outcome.answer?.text).toBe('"a"+"{{question}}"');
  });

  it('reads the open tab of a parameter with tabs, references in it resolved', async () => {
    const rows = '[{"key":"{{question}}"}]';
    const values = { rows, script: 'return 1', prompt: 'Say {name}: {{question}}' };
    const tabs = (given: Record<string, unknown>) =>
      plan((flow) =>
        flow.connect(flow.add('toyTabs', at, { ...values, ...given }), flow.add('toyEnd', at), 'parts'),
      );
    const first = await runFlow(await tabs({}), toyRequest({ question: 'a {b}' }));
    expect(JSON.parse(first.answer?.text ?? '')).toEqual({
      tab: 'rows',
      value: [{ key: 'a {b}' }],
      prompt: 'Say {name}: a {{b}}',
    });
    const other = await runFlow(await tabs({ selectedTab_toyTabs_0: 'script' }), toyRequest());
    expect(JSON.parse(other.answer?.text ?? '')).toMatchObject({ tab: 'script', value: 'return 1' });
  });
});
