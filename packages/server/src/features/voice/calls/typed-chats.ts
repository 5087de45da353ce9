import type { Call, TranscriptLine } from '@tendril/contract/api/calls';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import type { WantedVersion } from '../voice-agents/public.ts';
import { toTranscript } from './call-transcript.ts';
import type { CallsParts } from './calls.ts';
import { sayInOwnedCall } from './internal-calls.ts';
import type { LiveCall } from './live-call.ts';
import type { ProgramCall, ProgramCallRequest } from './program-calls.ts';
import type { FoundCall } from './search-calls.ts';
import type { storedEventsOf } from './stored-events.ts';

interface ChatRequest {
  agentId: string;
  version: WantedVersion;
  variables: Readonly<Record<string, string>>;
  metadata: Readonly<Record<string, unknown>>;
  /** A chat in which nothing is said for so long is ended. */
  endAfterMs: number;
}

/** What was said after a text was typed, or why it was not taken. */
export interface ChatAnswer {
  lines: TranscriptLine[];
  refusal?: string | undefined;
}

interface ChatNeeds {
  live: { find(scope: Scope, id: string): LiveCall | undefined };
  /** Throws NOT_FOUND. */
  require(scope: Scope, id: string): Promise<CallTable>;
  answer(row: CallTable): Call;
  start(scope: Scope, asked: ProgramCallRequest): Promise<ProgramCall>;
  events: ReturnType<typeof storedEventsOf>;
}

/** Typed calls whose caller asks by single requests: they stay open in between. */
export function typedChats(
  { peers, processes }: CallsParts,
  { live, require, answer, start, events }: ChatNeeds,
) {
  const idle = new Map<string, { endAfterMs: number; timer: NodeJS.Timeout }>();
  const answering = new Set<string>();

  /** Restarts the wait for the caller's next text. */
  function waitForCaller(call: Pick<ProgramCall, 'callId' | 'hangUp'>, endAfterMs: number): void {
    clearTimeout(idle.get(call.callId)?.timer);
    const timer = setTimeout(() => call.hangUp('inactivity'), endAfterMs).unref();
    idle.set(call.callId, { endAfterMs, timer });
  }

  function forget(id: string): void {
    clearTimeout(idle.get(id)?.timer);
    idle.delete(id);
  }

  async function sayHere(scope: Scope, id: string, text: string): Promise<ChatAnswer> {
    const call = live.find(scope, id);
    if (!call?.session) return { lines: [], refusal: 'This chat is not in progress.' };
    if (answering.has(id))
      return { lines: [], refusal: 'This chat is being answered. Wait for the answer first.' };
    answering.add(id);
    const before = call.log.transcript.length;
    try {
      await call.session.say(text);
      const wait = idle.get(id);
      if (wait)
        waitForCaller(
          { callId: id, hangUp: (reason) => call.hangUp(reason ?? 'inactivity') },
          wait.endAfterMs,
        );
      return { lines: call.log.transcript.slice(before) };
    } finally {
      answering.delete(id);
    }
  }

  return {
    sayHere,

    /** Begins a chat; settles when the agent has greeted, or waits for its caller. Throws what keeps it from beginning. */
    async open(scope: Scope, { endAfterMs, ...asked }: ChatRequest): Promise<string> {
      const call = await start(scope, { ...asked, kind: 'web' });
      const over = () => forget(call.callId);
      call.ended.then(over, over);
      waitForCaller(call, endAfterMs);
      await call.begun;
      return call.callId;
    },

    /** Types a text, wherever the chat is; settles when it is answered. Throws CONFLICT for one that takes no text. */
    async say(scope: Scope, id: string, text: string): Promise<TranscriptLine[]> {
      const row = await require(scope, id);
      const isElsewhere = row.status === 'ongoing' && row.ownerId !== null && row.ownerId !== processes.id;
      const path = sayInOwnedCall.path.replace(':id', encodeURIComponent(id));
      const body = { workspaceId: scope.workspaceId, text };
      const answer = isElsewhere
        ? ((await peers.ask(row.ownerId ?? '', { method: 'POST', path, body })) as ChatAnswer | undefined)
        : await sayHere(scope, id, text);
      if (!answer || answer.refusal !== undefined)
        throw new AppError('CONFLICT', answer?.refusal ?? 'This chat is not in progress.');
      return answer.lines;
    },

    /** A call with what has been said so far, though it may still be in progress. */
    async read(scope: Scope, id: string): Promise<FoundCall> {
      const row = await require(scope, id);
      const [call, isPrivate] = [answer(row), row.isPrivate === 1];
      if (row.status !== 'ongoing') return { call, isPrivate };
      const lines = live.find(scope, id)?.log.transcript ?? toTranscript(await events(scope, id));
      return { call: { ...call, transcript: [...lines] }, isPrivate };
    },
  };
}
