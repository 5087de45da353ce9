import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { followRun, listRuns, readRun, startRun, stopRun } from '@tendril/contract/api/runs';
import type { LoggedEvent, RunPart } from '@tendril/contract/run-event';
import { useEffect, useMemo } from 'react';
import { call } from '../../../kit/api/call.ts';
import { callStream } from '../../../kit/api/call-stream.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { say } from '../../../kit/texts/texts.ts';
import { readSessionRecord } from '../../chat/session-record.ts';
import { followToEnd } from '../../runs/follow-to-end.ts';
import { takeLiveEvent } from '../../runs/runs.queries.ts';
import { type CanvasHost, useCanvasHost } from '../document/canvas-host.ts';
import type { CanvasStore } from '../document/canvas-store.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvasStore } from '../document/use-canvas.ts';
import { speak } from './live-words.ts';
import { runSessionOf } from './run-session.ts';
import { shownRunOf, takeRunEvent } from './shown-run.ts';

const followed = new WeakMap<CanvasStore, AbortController>();

interface Parts {
  canvas: CanvasStore;
  host: CanvasHost;
  client: QueryClient;
}

/** The last question of this canvas: of the run that is shown, else of the newest one the server has. */
async function lastQuestion({ canvas, host }: Parts): Promise<string> {
  const { events } = shownRunOf(canvas).getState();
  const start = events.find((event) => event.type === 'run-start' && event.question !== '');
  if (start?.type === 'run-start') return start.question;
  if (host.flowId === undefined) return '';
  const query = { source: 'canvas', limit: 1 } as const;
  const { data } = await call(listRuns, { params: { id: host.flowId }, query });
  return data[0]?.question ?? '';
}

function emit({ canvas }: Parts, event: LoggedEvent): void {
  const nameOf = (id: string) => nodeById(canvas.getState().nodes, id)?.data.label ?? id;
  if (event.type === 'run-start') speak(say(whyTexts, 'runStarted'));
  if (event.type === 'node-error') {
    speak(say(whyTexts, 'nodeFailed', { name: nameOf(event.nodeId), message: event.message }));
  }
  if (event.type === 'run-end') speak(say(whyTexts, `runEnd_${event.status}`));
}

/** Follows a run to its end and shows it; only the latest one that was started here is followed. */
async function follow(
  parts: Parts,
  open: (signal: AbortSignal) => AsyncIterable<LoggedEvent>,
): Promise<void> {
  const { canvas, client } = parts;
  followed.get(canvas)?.abort();
  const controller = new AbortController();
  followed.set(canvas, controller);
  const { signal } = controller;
  const attach = (runId: string, after: number, lost: AbortSignal) => {
    const lastEventId = after > 0 ? String(after) : undefined;
    return callStream(followRun, { params: { id: runId }, lastEventId, signal: lost });
  };
  runSessionOf(canvas).setState({ isStarting: true });
  try {
    for await (const event of followToEnd({ open, attach, signal })) {
      runSessionOf(canvas).setState({ isStarting: false });
      takeRunEvent(canvas, event);
      takeLiveEvent(client, event);
      emit(parts, event);
    }
  } catch (thrown) {
    if (!signal.aborted) notifyError(thrown);
  } finally {
    if (followed.get(canvas) === controller) runSessionOf(canvas).setState({ isStarting: false });
  }
}

function isBusy(canvas: CanvasStore): boolean {
  if (!canvas.getState().run.isLive && !runSessionOf(canvas).getState().isStarting) return false;
  notify(say(whyTexts, 'runUnderWay'), 'info');
  return true;
}

async function start(parts: Parts, part: RunPart, question: string): Promise<void> {
  const { canvas, host } = parts;
  if (isBusy(canvas) || !(await host.saveNow())) return;
  // A new flow has its id since that save.
  const flowId = host.currentFlowId();
  if (flowId === undefined) return;
  const { chatId } = readSessionRecord(flowId, 'INTERNAL');
  const body = { question, part, ...(chatId !== undefined && { chatId }) };
  const params = { id: flowId };
  await follow(parts, (signal) => callStream(startRun, { params, body, signal }));
}

/** Runs one node, everything up to it or everything from it on, with the last question; asks for one where there is none. */
export async function runPart(parts: Parts, part: RunPart): Promise<void> {
  if (isBusy(parts.canvas)) return;
  try {
    const question = await lastQuestion(parts);
    if (question === '') runSessionOf(parts.canvas).setState({ asksFor: part });
    else await start(parts, part, question);
  } catch (thrown) {
    notifyError(thrown);
  }
}

/** Runs the whole flow with the last question, as the chat does; without one the chat waits for it. */
async function runWhole({ canvas, host, ...rest }: Parts): Promise<void> {
  if (isBusy(canvas)) return;
  host.openChat();
  try {
    const question = await lastQuestion({ canvas, host, ...rest });
    if (question !== '' && (await host.saveNow())) runSessionOf(canvas).setState({ request: { question } });
  } catch (thrown) {
    notifyError(thrown);
  }
}

interface Decision {
  runId: string;
  decision: 'approve' | 'reject';
  note?: string;
  /** From the button that was pressed. */
  words: string;
}

/** Lets a waiting run go on as a person decided: by the chat that shows it, else on its own. */
function decide(parts: Parts, { words, ...decides }: Decision): void {
  if (isBusy(parts.canvas)) return;
  const session = runSessionOf(parts.canvas);
  const onMissing = () => void decideAlone(parts, decides);
  if (!session.getState().hasChat) {
    onMissing();
    return;
  }
  const { note = '' } = decides;
  const said = note === '' ? words : `${words}\n\n${note}`;
  session.setState({ request: { ...decides, note, words: said, onMissing } });
}

async function decideAlone(parts: Parts, decides: Omit<Decision, 'words'>): Promise<void> {
  try {
    const { run } = await call(readRun, { params: { id: decides.runId } });
    const { chatId, flowId, source } = run;
    const body = {
      question: '',
      chatId,
      decides,
      ...(source === 'chat' && { source, version: 'live' as const }),
    };
    await follow(parts, (signal) => callStream(startRun, { params: { id: flowId }, body, signal }));
  } catch (thrown) {
    notifyError(thrown);
  }
}

/** Stops the run shown on the canvas, including its model request. */
export async function stopShownRun(canvas: CanvasStore): Promise<void> {
  const { runId, isLive } = canvas.getState().run;
  if (!isLive || runId === '') return;
  await call(stopRun, { params: { id: runId } }).catch(notifyError);
}

/** The run functions for parts of the canvas. */
export interface CanvasRuns {
  runPart: (part: RunPart) => void;
  /** Goes on with the part that waited for a question. */
  runWith: (part: RunPart, question: string) => void;
  /** `Ctrl Enter`: the whole flow with the last question. */
  test: () => void;
  decide: (decision: Decision) => void;
  stop: () => void;
}

/** The runs of the canvas around this component. */
export function useCanvasRuns(): CanvasRuns {
  const canvas = useCanvasStore();
  const host = useCanvasHost();
  const client = useQueryClient();
  return useMemo(() => {
    const parts = { canvas, host, client };
    return {
      runPart: (part) => void runPart(parts, part),
      runWith: (part, question) => {
        runSessionOf(canvas).setState({ asksFor: null });
        void start(parts, part, question).catch(notifyError);
      },
      test: () => void runWhole(parts),
      decide: (decision) => decide(parts, decision),
      stop: () => void stopShownRun(canvas),
    };
  }, [canvas, host, client]);
}

/** Stops listening when the canvas is left; a run goes on for a while on its own. */
export function useLeaveRuns(): void {
  const canvas = useCanvasStore();
  useEffect(() => () => followed.get(canvas)?.abort(), [canvas]);
}
