import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addNode, moveNodes, setValues } from '../commands/canvas-commands.ts';
import { type CanvasStore, createCanvasStore, runCommand, selectNodes } from '../document/canvas-store.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { hasErrors, problemsOf, restMs, shownProblems, watchProblems } from './problems-store.ts';

let server: Server;
let asked: { nodes: unknown[] }[] = [];
let cut = 0;
let respond: (response: ServerResponse) => void;
let canvas: CanvasStore;
let leave: () => void = () => {};

const required: FlowProblem = { code: 'REQUIRED', message: 'Model is required.', nodeId: 'toolAgent_0' };
const loose: FlowProblem = { code: 'UNREACHABLE', message: 'Loose', nodeId: 'toolAgent_0', isWarning: true };
const answer = (problems: FlowProblem[]) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ problems }));
};
const refuse = (response: ServerResponse) => {
  const body = { code: 'INTERNAL', message: 'Out of order' };
  response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

beforeEach(async () => {
  asked = [];
  cut = 0;
  respond = answer([loose, required]);
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      asked.push(JSON.parse(body).flowData);
      response.on('close', () => {
        if (!response.writableEnded) cut += 1;
      });
      respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    `http://127.0.0.1:${port}/canvas`,
  );
  canvas = createCanvasStore('CHATFLOW');
  runCommand(canvas, addNode(testTemplates.agent, { x: 0, y: 0 }));
});

afterEach(async () => {
  leave();
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const state = () => problemsOf(canvas).getState();

it('checks right after opening, and reports the most serious problem of each node', async () => {
  leave = watchProblems(canvas);
  await vi.waitFor(() => expect(state().status).toBe('ready'));
  expect(state().list).toEqual([loose, required]);
  expect(state().byNode.get('toolAgent_0')).toEqual(required);
  expect(hasErrors(state())).toBe(true);
  expect(hasErrors({ ...state(), list: [loose] })).toBe(false);
});

it('checks again once the drawing rests, not for a move or a selection', async () => {
  leave = watchProblems(canvas);
  await vi.waitFor(() => expect(state().status).toBe('ready'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  runCommand(canvas, moveNodes(new Set(['toolAgent_0']), { x: 9, y: 9 }));
  selectNodes(canvas, new Set());
  vi.advanceTimersByTime(5 * restMs);
  expect(state().status).toBe('ready');
  for (const text of ['a', 'ab', 'abc']) {
    runCommand(canvas, setValues('toolAgent_0', { systemMessage: text }));
    vi.advanceTimersByTime(restMs - 1);
    expect(state().status).toBe('ready');
  }
  vi.advanceTimersByTime(1);
  expect(state().status).toBe('checking');
  vi.useRealTimers();
  await vi.waitFor(() => expect(state().status).toBe('ready'));
  expect(asked).toHaveLength(2);
});

it('an older check gives way to the newer one', async () => {
  respond = () => undefined;
  leave = watchProblems(canvas);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  respond = answer([]);
  runCommand(canvas, setValues('toolAgent_0', { systemMessage: 'x' }));
  vi.advanceTimersByTime(restMs);
  vi.useRealTimers();
  await vi.waitFor(() => expect(state()).toMatchObject({ status: 'ready', list: [] }));
  await vi.waitFor(() => expect(cut).toBe(1));
});

it('says that it could not check, keeps what it knew, and tries again when the line is back', async () => {
  leave = watchProblems(canvas);
  await vi.waitFor(() => expect(state().status).toBe('ready'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  respond = refuse;
  runCommand(canvas, setValues('toolAgent_0', { systemMessage: 'x' }));
  vi.advanceTimersByTime(restMs);
  vi.useRealTimers();
  await vi.waitFor(() => expect(state()).toMatchObject({ status: 'failed', error: 'Out of order' }));
  expect(state().list).toHaveLength(2);
  respond = answer([]);
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(state()).toMatchObject({ status: 'ready', list: [] }));
});

it('an empty canvas has nothing to check', () => {
  const empty = createCanvasStore('CHATFLOW');
  leave = watchProblems(empty);
  expect(problemsOf(empty).getState()).toMatchObject({ status: 'ready', list: [] });
  expect(asked).toHaveLength(0);
});

describe('the problems reported for a drawing', () => {
  const missing = { code: 'REQUIRED' as const, message: 'Text is required', nodeId: 'new_0', input: 'text' };
  const endless = { code: 'NO_ENDING' as const, message: 'No end' };
  const emitted = (known: string[], left: string[] = []) =>
    shownProblems([missing, endless], { known: new Set(known), left: new Set(left) }, ['old_0', 'new_0']);

  it('does not report a node that is being filled in, and reports a field once it loses focus', () => {
    expect(emitted(['old_0'])).toEqual([]);
    expect(emitted(['old_0'], ['new_0 text'])).toEqual([missing]);
  });

  it('is everything once somebody asked', () => {
    expect(emitted(['old_0', 'new_0'])).toEqual([missing, endless]);
  });
});
