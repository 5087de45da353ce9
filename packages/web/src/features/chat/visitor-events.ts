import type { predictionAnswer } from '@tendril/contract/api/predictions';
import type { AgentReasoning, Answer, UsedTool } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { LoggedEvent, RunAction, RunEvent } from '@tendril/contract/run-event';
import type * as z from 'zod';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { say } from '../../kit/texts/texts.ts';
import type { TurnNotes } from './chat-transport.ts';
import { readAction } from './read-action.ts';
import { readFollowUps } from './read-follow-ups.ts';
import { readList } from './read-list.ts';
import { readSourceCheck } from './read-source-check.ts';

/** A frame of the public route: the name and value that its data carries. */
export interface VisitorFrame {
  event: string;
  data: unknown;
}

/** Gives each event of a visitor's run its place; visitors never learn a run's own id. */
interface VisitorRun {
  place(event: RunEvent): LoggedEvent;
  /** Our events for one frame of the public route. */
  take(frame: VisitorFrame): LoggedEvent[];
}

/** Reads the public route's frames as the events of one run. */
export function visitorRun(runId: string, notes?: TurnNotes, now: () => number = Date.now): VisitorRun {
  const startedAt = now();
  let seq = 0;
  let ending: Pick<RunEnd, 'status' | 'error' | 'chatMessageId'> = { status: 'done' };
  const place = (event: RunEvent): LoggedEvent => {
    seq += 1;
    return { runId, seq, at: now(), ...event };
  };
  const end = () => place({ type: 'run-end', ...ending, ms: now() - startedAt });

  return {
    place,
    take({ event, data }) {
      if (event === 'error') {
        const message = typeof data === 'string' && data !== '' ? data : say(chatTexts, 'visitorFailed');
        ending = { ...ending, status: 'failed', error: { code: 'NODE_FAILED', message } };
        return [];
      }
      if (event === 'abort') {
        ending = { ...ending, status: 'cancelled' };
        return [];
      }
      if (event === 'metadata') {
        const marks = readMarks(data, notes);
        ending = { ...ending, ...(marks.chatMessageId && { chatMessageId: marks.chatMessageId }) };
        return [];
      }
      const action = event === 'action' ? readAction(data) : undefined;
      if (action) {
        ending = { ...ending, status: 'waiting' };
        return [place(waitFor(action))];
      }
      if (event === 'end') return [end()];
      const known = toEvent(event, data);
      return known ? [place(known)] : [];
    },
  };
}

type RunEnd = Extract<RunEvent, { type: 'run-end' }>;

const waitFor = (action: RunAction): RunEvent => ({
  type: 'node-wait',
  nodeId: action.data.nodeId,
  name: '',
  action,
});

interface Marks {
  chatMessageId?: string;
}

/** What the last frame of a turn contains besides the answer. */
function readMarks(data: unknown, notes: TurnNotes | undefined): Marks {
  const marks = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  const { question, followUpPrompts, chatMessageId } = marks;
  if (typeof question === 'string') notes?.heard(question);
  const proposals = readFollowUps(followUpPrompts);
  if (proposals.length > 0) notes?.followUps(proposals);
  return typeof chatMessageId === 'string' ? { chatMessageId } : {};
}

function toEvent(event: string, data: unknown): RunEvent | undefined {
  const callerId = '';
  switch (event) {
    case 'token':
      return { type: 'text-delta', text: String(data), callerId };
    case 'sourceDocuments':
      return { type: 'source-documents', documents: readList<SourceDocument>(data), callerId };
    case 'usedTools':
      return { type: 'used-tools', tools: readList<UsedTool>(data), callerId };
    case 'agentReasoning':
      return { type: 'agent-reasoning', at: 0, reasoning: readList<AgentReasoning>(data), callerId };
    case 'sourceCheck': {
      const check = readSourceCheck(data);
      return check && { type: 'source-check', check };
    }
    case 'nextAgent':
      return { type: 'next-agent', name: String(data), callerId };
    default:
      return undefined;
  }
}

/** The end of a run that was answered in one piece, because its flow cannot stream. */
export function endFromAnswer(
  body: z.output<typeof predictionAnswer>,
  ms: number,
  notes?: TurnNotes,
): RunEvent[] {
  const { chatMessageId } = readMarks(body, notes);
  const check = readSourceCheck(body.sourceCheck);
  const answer: Answer = {
    ...(check && { sourceCheck: check }),
    ...(body.json === undefined ? { text: body.text ?? '' } : { json: body.json }),
    sourceDocuments: readList<SourceDocument>(body.sourceDocuments),
    usedTools: readList<UsedTool>(body.usedTools),
    agentReasoning: readList<AgentReasoning>(body.agentReasoning),
  };
  const end = { type: 'run-end', ms, answer, ...(chatMessageId && { chatMessageId }) } as const;
  const action = readAction(body.action);
  if (!action) return [{ ...end, status: 'done' }];
  return [waitFor(action), { ...end, status: 'waiting' }];
}
