import { csrfHeader } from '@tendril/contract/api/session-cookies';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { LoggedEvent, RunPart } from '@tendril/contract/run-event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventLog } from '../../../platform/events/events.ts';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { askingPipeline } from '../../../testing/pipeline-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { createRunService } from './runs.ts';

type Find = Awaited<ReturnType<typeof readTemplates>>;

const at = { x: 0, y: 0 };

/** As a process does that begins with this one's runs, and goes on with none of them. */
const recoverAll = ({ infrastructure }: TestApp) =>
  createRunService(infrastructure, createEventLog(infrastructure.db, infrastructure.files)).recover();

/** text → doubled → answer, all of them functions whose work can be seen. */
function functions(find: Find, text = 'one'): FlowData {
  const flow = new FlowBuilder(find);
  flow.add('customFunction', at, { javascriptFunction: `return ${JSON.stringify(text)};` });
  const doubled = { functionInputVariables: '{"text":"{{customFunction_0.data.instance}}"}' };
  flow.add('customFunction', at, { ...doubled, javascriptFunction: 'return $text + $text;' });
  const last = { functionInputVariables: '{"text":"{{customFunction_1.data.instance}}"}' };
  flow.add('customFunction', at, { ...last, javascriptFunction: 'return "<" + $text + ">";' }, 'EndingNode');
  return flow.build();
}

describe.each(databases)('runs on the canvas on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let base: string;
  let find: Find;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    base = await app.listen();
    find = await readTemplates(user);
  });
  afterAll(() => app.close());

  const post = (flowId: string, body: object) =>
    fetch(`${base}${studio}/flows/${flowId}/runs`, {
      method: 'POST',
      body: JSON.stringify({ question: 'Go', ...body }),
      headers: {
        cookie: Object.entries(user.cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
        [csrfHeader]: user.cookies['csrf_token'] ?? '',
        'content-type': 'application/json',
      },
    });
  const run = async (flowId: string, body: object = {}) => {
    const response = await post(flowId, body);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    const events = text
      .split('\n')
      .flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as LoggedEvent] : []));
    const ran = events.flatMap((event) => (event.type === 'node-start' ? event.nodeId : []));
    const end = events.find((event) => event.type === 'run-end');
    return { events, ran, end, start: events[0] };
  };
  const part = (kind: RunPart['kind'], nodeId: string) => ({ part: { kind, nodeId } });
  const get = async (path: string) => (await user.inject({ method: 'GET', url: `${studio}${path}` })).json();
  const save = async (flowId: string, flowData: FlowData) => {
    const { draftRevision } = await get(`/flows/${flowId}`);
    const answer = await user.inject({
      method: 'PUT',
      url: `${studio}/flows/${flowId}/draft`,
      payload: { flowData },
      headers: { 'if-match': `"${draftRevision}"` },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };

  it('names what is queued, and runs one node with the last inputs', async () => {
    const id = await makeFlow(user, functions(find));
    const whole = await run(id);
    const all = ['customFunction_0', 'customFunction_1', 'customFunction_2'];
    expect(whole.start).toMatchObject({ type: 'run-start', planned: all });
    expect(whole.ran).toEqual(all);
    const only = await run(id, { question: '', ...part('only', 'customFunction_1') });
    expect(only.start).toMatchObject({
      question: 'Go',
      planned: ['customFunction_1'],
      part: { kind: 'only', nodeId: 'customFunction_1' },
    });
    expect(only.ran).toEqual(['customFunction_1']);
    expect(only.end).toMatchObject({ status: 'done', answer: { text: 'oneone' } });
    expect(only.end).not.toHaveProperty('chatMessageId');
  });

  it('runs again only a node that has changed since', async () => {
    const id = await makeFlow(user, functions(find));
    await run(id);
    await save(id, functions(find, 'two'));
    const from = await run(id, part('from', 'customFunction_2'));
    expect(from.ran).toEqual(['customFunction_2']);
    expect(from.end).toMatchObject({ answer: { text: '<oneone>' } });
    const only = await run(id, part('only', 'customFunction_1'));
    expect(only.ran).toEqual(['customFunction_0', 'customFunction_1']);
    expect(only.end).toMatchObject({ answer: { text: 'twotwo' } });
  });

  it('runs all that a node needs, and nothing more', async () => {
    const id = await makeFlow(user, functions(find));
    const to = await run(id, part('to', 'customFunction_1'));
    expect(to.ran).toEqual(['customFunction_0', 'customFunction_1']);
    expect(to.end).toMatchObject({ answer: { text: 'oneone' } });
  });

  it('keeps runs of parts with their events and without messages', async () => {
    const id = await makeFlow(user, functions(find));
    const { start } = await run(id, part('to', 'customFunction_0'));
    const { run: stored, events } = await get(`/runs/${start?.runId}`);
    expect(stored).toMatchObject({ part: { kind: 'to', nodeId: 'customFunction_0' }, answer: 'one' });
    expect(events.at(-1)).toMatchObject({ type: 'run-end' });
    expect(await get(`/internal-chatmessage/${id}`)).toEqual([]);
  });

  it('refuses an unknown node, and a part of what callers get, by the name of the field', async () => {
    const id = await makeFlow(user, functions(find));
    const unknown = await post(id, part('only', 'nobody'));
    expect(unknown.status).toBe(400);
    expect(await unknown.json()).toMatchObject({ details: [{ path: 'part.nodeId' }] });
    const live = await post(id, { version: 'live', ...part('only', 'customFunction_0') });
    expect(await live.json()).toMatchObject({ code: 'INVALID_INPUT', details: [{ path: 'part' }] });
  });

  it('takes a pin instead of its node on the canvas, and never for callers', async () => {
    const flow = functions(find);
    const pinned = flow.nodes.find((node) => node.id === 'customFunction_1');
    if (pinned) pinned.pinned = { outputs: { output: 'kept' }, at: 1 };
    const id = await makeFlow(user, flow);
    const { ran, end, events } = await run(id);
    expect(ran).toEqual(['customFunction_2']);
    expect(end).toMatchObject({ answer: { text: '<kept>' } });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'node-end',
        nodeId: 'customFunction_1',
        isPinned: true,
        output: 'kept',
      }),
    );
    const called = await user.inject({
      method: 'POST',
      url: `${studio}/prediction/${id}`,
      payload: { question: 'Go' },
    });
    expect(called.json().text).toBe('<oneone>');
  });

  it('lists runs by status, source, words and node, and what a node did in each', async () => {
    const flow = functions(find, 'x');
    const id = await makeFlow(user, flow);
    await run(id, { question: 'First 100%' });
    await run(id, { question: 'Second' });
    await user.inject({ method: 'POST', url: `${studio}/prediction/${id}`, payload: { question: 'Third' } });
    const broken = functions(find, 'x');
    const node = broken.nodes.find((candidate) => candidate.id === 'customFunction_1');
    if (node) node.data.inputs = { ...node.data.inputs, javascriptFunction: 'throw new Error("no")' };
    await save(id, broken);
    await run(id, { question: 'Fourth' });
    const questions = async (query: string) => {
      const { data, total } = await get(`/flows/${id}/runs?${query}`);
      expect(total).toBe(data.length);
      return data.map((one: { question: string }) => one.question);
    };
    expect(await questions('status=failed')).toEqual(['Fourth']);
    expect(await questions('source=api')).toEqual(['Third']);
    expect(await questions('search=SECOND')).toEqual(['Second']);
    expect(await questions('search=100%25')).toEqual(['First 100%']);
    expect(await questions('nodeId=customFunction_2')).toEqual(['Third', 'Second', 'First 100%']);
    expect(await questions('nodeId=nobody')).toEqual([]);

    const history = await get(`/flows/${id}/nodes/customFunction_1/runs?limit=3`);
    expect(history).toMatchObject([
      { question: 'Fourth', status: 'error', error: expect.stringContaining('no'), output: null },
      { question: 'Third', status: 'done', output: 'xx', error: null, ms: expect.any(Number) },
      { question: 'Second', status: 'done', input: { javascriptFunction: expect.any(String) } },
    ]);
    const strange = await user.inject({ method: 'GET', url: `${studio}/flows/nobody/nodes/a/runs` });
    expect(strange.statusCode).toBe(404);
  });

  it('waits for a decision on the canvas, over a restart, and goes on with it', async () => {
    const id = await makeFlow(user, askingPipeline(find));
    const asked = await run(id, { question: 'What is 6 * 7?', chatId: 'canvas' });
    expect(asked.end).toMatchObject({ status: 'waiting' });
    expect(await recoverAll(app)).toBe(0);
    const runId = asked.start?.runId;
    const history = await get(`/flows/${id}/nodes/seqAgent_0/runs`);
    expect(history).toMatchObject([{ status: 'waiting', runId }]);
    expect(await get(`/flows/${id}/runs?status=waiting`)).toMatchObject({ total: 1 });

    const decides = { runId, decision: 'reject', note: 'Not today.' };
    const { start, end } = await run(id, { question: '', chatId: 'canvas', decides });
    expect(start).toMatchObject({
      resumes: runId,
      question: 'Not today.',
      planned: ['seqAgent_0', 'seqEnd_0'],
    });
    expect(end).toMatchObject({ status: 'done', answer: { text: expect.stringContaining('denied') } });
    const late = await post(id, { question: '', chatId: 'canvas', decides });
    expect(late.status).toBe(409);
    const nobody = await post(id, { question: '', decides: { ...decides, runId: 'nobody' } });
    expect(nobody.status).toBe(404);
  });

  it("takes a person's own words as a note for the model, and those of the button as none", async () => {
    const id = await makeFlow(user, askingPipeline(find));
    const denied = async (question: string) => {
      const asked = await run(id, { question: 'What is 6 * 7?' });
      const decides = { runId: asked.start?.runId, decision: 'reject' };
      const { start } = await run(id, { question, decides });
      const { events } = await get(`/runs/${start?.runId}`);
      return JSON.stringify(events);
    };
    expect(await denied('Ask me tomorrow')).toContain('Ask me tomorrow');
    const byButton = await denied('No');
    expect(byButton).toContain('denied');
    expect(byButton).not.toMatch(/denied[^"]*\bNo\b/);
  });

  it('goes on with a waiting run of a part as a part', async () => {
    const id = await makeFlow(user, askingPipeline(find));
    const asked = await run(id, { question: 'What is 6 * 7?', ...part('to', 'seqAgent_0') });
    expect(asked.end).toMatchObject({ status: 'waiting' });
    const decides = { runId: asked.start?.runId, decision: 'approve' };
    const { end, start } = await run(id, { question: '', decides });
    expect(start).toMatchObject({ part: { kind: 'to' } });
    expect(end).toMatchObject({ status: 'done', answer: { text: expect.stringContaining('42') } });
    expect(await get(`/internal-chatmessage/${id}`)).toEqual([]);
  });
});
