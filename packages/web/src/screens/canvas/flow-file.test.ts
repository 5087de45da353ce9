import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addNode } from '../../canvas/canvas-commands.ts';
import { createCanvasStore, runCommand } from '../../canvas/canvas-store.ts';
import { testTemplates } from '../../canvas/testing/test-templates.ts';
import {
  canvasPath,
  createFlowFile,
  isDirty,
  reloadFlow,
  renameFlow,
  saveAsCopy,
  saveFlow,
} from './flow-file.ts';

/** One stored flow, kept as the server keeps it: a save needs the revision it was made from. */
const stored = { id: 'flow-1', name: 'First', revision: 4, flowData: { nodes: [], edges: [] } as unknown };
const seen: string[] = [];

function detail() {
  const { id, name, revision, flowData } = stored;
  return {
    id,
    name,
    flowData,
    draftRevision: revision,
    draftVersion: 1,
    description: '',
    type: 'CHATFLOW',
    category: '',
    isPublic: false,
    status: 'never',
    liveVersion: null,
    apikeyid: null,
    chatbotConfig: {},
    createdAt: 1,
    updatedAt: 2,
  };
}

async function answer(request: IncomingMessage): Promise<[number, unknown]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const body = (text ? JSON.parse(text) : {}) as { name?: string; flowData?: unknown };
  seen.push(`${request.method} ${request.url}`);
  if (request.method === 'POST') {
    Object.assign(stored, { id: 'flow-2', name: body.name, flowData: body.flowData, revision: 1 });
    return [201, detail()];
  }
  if (request.method === 'PUT') {
    if (request.headers['if-match'] !== String(stored.revision))
      return [409, { code: 'STALE_VERSION', message: 'stale' }];
    stored.flowData = body.flowData;
    stored.revision += 1;
    return [200, { draftRevision: stored.revision, draftVersion: 2, status: 'never', updatedAt: 3 }];
  }
  if (request.method === 'PATCH') {
    if (body.name === 'refused') return [400, { code: 'INVALID_INPUT', message: 'no' }];
    stored.name = body.name ?? stored.name;
  }
  return [200, detail()];
}

let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `http://127.0.0.1:${port}/canvas`,
  );
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(() => {
  Object.assign(stored, { id: 'flow-1', name: 'First', revision: 4, flowData: { nodes: [], edges: [] } });
  seen.length = 0;
});

function drawn() {
  const canvas = createCanvasStore('CHATFLOW');
  runCommand(canvas, addNode(testTemplates.model, { x: 0, y: 0 }));
  return canvas;
}

const openFile = () => createFlowFile('Untitled', detail() as Parameters<typeof createFlowFile>[1]);

describe('flow file', () => {
  it('CANVAS-03: an edit makes it dirty and a save clean, over the revision it was opened with', async () => {
    const canvas = drawn();
    const file = openFile();
    expect(isDirty(file.getState(), canvas.getState().edits)).toBe(true);
    await saveFlow(file, canvas);
    expect(isDirty(file.getState(), canvas.getState().edits)).toBe(false);
    expect(file.getState()).toMatchObject({ revision: 5, status: 'resting', savedAt: 3 });
    expect(stored.flowData).toMatchObject({ nodes: [{ id: 'chatOpenAI_0' }] });
  });

  it('CANVAS-03: an edit made while the save is under way stays unsaved', async () => {
    const canvas = drawn();
    const file = openFile();
    const saving = saveFlow(file, canvas);
    runCommand(canvas, addNode(testTemplates.tool, { x: 0, y: 300 }));
    await saving;
    expect(isDirty(file.getState(), canvas.getState().edits)).toBe(true);
  });

  it('a new flow is made by its first save and saved over by the next', async () => {
    const canvas = drawn();
    const file = createFlowFile('Untitled Chatflow');
    await saveFlow(file, canvas);
    expect(file.getState()).toMatchObject({ id: 'flow-2', name: 'Untitled Chatflow', revision: 1 });
    expect(canvasPath('CHATFLOW', 'flow-2')).toBe('/canvas/flow-2');
    await saveFlow(file, canvas);
    expect(seen.map((line) => line.split(' ')[0])).toEqual(['POST', 'PUT']);
  });

  it('a draft that somebody else saved is refused and nothing is lost: copy or reload', async () => {
    const canvas = drawn();
    const file = openFile();
    stored.revision = 9;
    await saveFlow(file, canvas);
    expect(file.getState().status).toBe('stale');
    expect(isDirty(file.getState(), canvas.getState().edits)).toBe(true);
    expect(stored.flowData).toEqual({ nodes: [], edges: [] });

    const other = createFlowFile('Untitled', detail() as Parameters<typeof createFlowFile>[1]);
    await saveAsCopy(other, canvas, 'First (my changes)');
    expect(other.getState()).toMatchObject({ id: 'flow-2', name: 'First (my changes)', status: 'resting' });

    await reloadFlow(other, canvas);
    expect(isDirty(other.getState(), canvas.getState().edits)).toBe(false);
  });

  it('a refused name goes back to what it was', async () => {
    const file = openFile();
    await renameFlow(file, 'Second');
    expect(stored.name).toBe('Second');
    await expect(renameFlow(file, 'refused')).rejects.toThrow('no');
    expect(file.getState().name).toBe('Second');
  });
});
