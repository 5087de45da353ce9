import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { RunEvent } from '@tendril/contract/run-event';
import { act, cleanup, render } from '@testing-library/react';
import { ReactFlowProvider } from '@xyflow/react';
import { type ComponentProps, Profiler } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { CanvasHostContext } from '../document/canvas-host.ts';
import { createCanvasStore, drawAt, openFlow } from '../document/canvas-store.ts';
import { CanvasContext } from '../document/use-canvas.ts';
import { NodeCard } from '../view/node-card.tsx';
import { showTaken, takeRunEvent } from './shown-run.ts';

afterEach(cleanup);

const count = 300;
const ids = Array.from({ length: count }, (_, at) => `n_${at}`);
const host = { flowId: 'f', flowName: 'F', kind: 'CHATFLOW' } as never;

const cardProps = ({ id, data }: CanvasNode) =>
  ({ id, data, selected: false }) as unknown as ComponentProps<typeof NodeCard>;

it('an event of a live run draws only the card of its node again, of 300', () => {
  const canvas = createCanvasStore('CHATFLOW');
  openFlow(canvas, {
    nodes: ids.map((id, at) => ({
      id,
      type: 'customNode',
      position: { x: 0, y: at * 300 },
      data: { id, name: 'calculator', label: id },
    })),
    edges: [],
  });
  drawAt(canvas, 0.4);
  const drawn = new Map<string, number>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReactFlowProvider>
        <CanvasHostContext value={host}>
          <CanvasContext value={canvas}>
            {canvas.getState().nodes.map((node) => (
              <Profiler key={node.id} id={node.id} onRender={(id) => drawn.set(id, (drawn.get(id) ?? 0) + 1)}>
                <NodeCard {...cardProps(node)} />
              </Profiler>
            ))}
          </CanvasContext>
        </CanvasHostContext>
      </ReactFlowProvider>
    </QueryClientProvider>,
  );
  expect(drawn.size).toBe(count);
  const redrawn = (event: RunEvent, seq: number) => {
    drawn.clear();
    act(() => {
      takeRunEvent(canvas, { ...event, runId: 'r', seq, at: 1000 + seq });
      showTaken(canvas);
    });
    return [...drawn.keys()];
  };
  const [first = '', second = ''] = ids;
  redrawn({ type: 'run-start', flowId: 'f', question: '?', versionNumber: 1, isDemo: false }, 1);
  const begin = { type: 'node-start', nodeId: first, name: 'calculator', label: first, input: {} } as const;
  expect(redrawn(begin, 2)).toEqual([first]);
  const end = { type: 'node-end', nodeId: first, name: 'calculator', ms: 3, output: '' } as const;
  expect(redrawn(end, 3)).toEqual([first]);
  const fail = {
    type: 'node-error',
    nodeId: second,
    name: 'calculator',
    ms: 3,
    code: 'X',
    message: 'no',
  } as const;
  expect(redrawn(fail, 4)).toEqual([second]);
});
