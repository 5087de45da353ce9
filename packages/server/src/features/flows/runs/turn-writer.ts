import type { RunEvent } from '@tendril/contract/run-event';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';
import type { EventEntry, EventLog, EventOwner } from '../../../platform/events/events.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { putMessage } from '../chat-messages/public.ts';
import type { LiveRun } from './live-run.ts';
import { sealProgress } from './run-progress.ts';
import { runStore } from './runs.store.ts';
import { sealSessionState } from './session-states.ts';
import { type AcceptedTurn, sortTurns, type TurnWrite, writeTurns } from './turn-batches.ts';
import {
  answerRow,
  chatKey,
  type EndedRun,
  endOf,
  partialAnswerRow,
  questionRow,
  runRow,
} from './turn-rows.ts';
import { isOneStatement, writeAtOnce } from './turn-statement.ts';
import { asksElse, cancelWaiting, requireWaiting, sealCheckpoint } from './waiting-runs.ts';

interface TurnWriterParts {
  writes: WriteGroup;
  events: EventLog;
  vault: Vault;
  /** Of this process: it no longer writes what others have taken over. */
  ownerId: string;
}

/** The end of a turn, ready to be written; may be retried. */
interface TurnEnd {
  readonly text: string;
  write(): Promise<void>;
}

/** Writes a turn in two commits, accepted and finished; a long one is also flushed in between. */
export function turnWriter({ writes, events, vault, ownerId }: TurnWriterParts) {
  const writeTurn = writes.combine(
    async (trx, turns: readonly TurnWrite[]) => {
      const [accepted, ended] = sortTurns(turns);
      await writeTurns(trx, events, ownerId, accepted, ended);
    },
    (db, turns) => {
      const [accepted, ended] = sortTurns(turns);
      const isOne = isPostgres(db) && isOneStatement(accepted, ended);
      return isOne ? writeAtOnce(db, ownerId, accepted, ended) : undefined;
    },
  );

  return {
    /** The question and the run's start; a turn is acknowledged only after this. */
    async accept(run: LiveRun): Promise<void> {
      run.append(startOf(run.turn));
      const { part, resumes, cancels } = run.turn;
      const request = sealRequest(vault, run);
      const turn: AcceptedTurn = {
        run: runRow(run, ownerId),
        ...(!part && { question: questionRow(run, mintOrderedId()) }),
        ...(request && { request }),
        prepared: await events.prepare(ownerOf(run), run.takePending()),
      };
      if (!resumes && !cancels) return writeTurn({ accepted: turn }, chatKey(run.turn));
      await writes.write(async (trx) => {
        if (resumes) await requireWaiting(trx, run.turn, resumes);
        if (cancels) await cancelWaiting(trx, events, run.turn, cancels, asksElse);
        await writeTurns(trx, events, ownerId, [turn]);
      }, chatKey(run.turn));
    },

    /** What a crash must not lose: the events so far and the text so far. */
    async flush(run: LiveRun): Promise<void> {
      const taken = run.takePending();
      try {
        const prepared = await events.prepare(ownerOf(run), taken);
        const partial = run.text === '' || run.turn.part ? undefined : partialAnswerRow(run);
        if (partial) run.isAnswerStored = true;
        await writes.write(async (trx) => {
          const status = await runStore(trx).statusOf(run.id, ownerId);
          if (status === undefined) return;
          await events.insert(trx, run.turn, prepared);
          // The end may have overtaken a flush that moved large events to files.
          if (partial && status === 'running') await putMessage(trx, partial);
        }, chatKey(run.turn));
      } catch (error) {
        run.giveBack(taken);
        throw error;
      }
    },

    /**
     * The answer, the rest of the events and the outcome; watchers receive events emitted only now after the commit.
     */
    finish(run: LiveRun, outcome: EndedRun): TurnEnd {
      const text = textOf(run, outcome);
      const last = closingEvents(run, outcome, text);
      const checkpoint = outcome.checkpoint && sealCheckpoint(vault, run, outcome.checkpoint);
      const state = outcome.sessionState && sealSessionState(vault, run, outcome.sessionState);
      const [answer, end] = [answerRow(run, outcome, text), endOf(outcome, text)];
      const write = async () => {
        const taken = run.takePending();
        try {
          const prepared = await events.prepare(ownerOf(run), taken);
          const ended = { run, end, prepared, ...(!run.turn.part && { answer }), checkpoint, state };
          await writeTurn({ ended }, chatKey(run.turn));
        } catch (error) {
          run.giveBack(taken);
          throw error;
        }
        for (const entry of last) run.publish(entry);
      };
      return { text, write };
    },
  };
}

function sealRequest(vault: Vault, run: LiveRun) {
  const { request } = run.turn;
  if (request === undefined) return undefined;
  return sealProgress(vault, run.turn, run.id, run.nextProgress(), { kind: 'request', value: request });
}

function startOf(turn: LiveRun['turn']): RunEvent {
  const { flowId, question, versionNumber, isDemo, planned, part, resumes } = turn;
  return {
    type: 'run-start',
    flowId,
    question,
    versionNumber,
    isDemo,
    ...(planned && { planned: [...planned] }),
    ...(part && { part }),
    ...(resumes && { resumes }),
  };
}

function textOf(run: LiveRun, { answer }: EndedRun): string {
  if (answer?.text !== undefined) return answer.text;
  return answer?.json === undefined ? run.text : JSON.stringify(answer.json);
}

function closingEvents(run: LiveRun, outcome: EndedRun, text: string): EventEntry[] {
  const { status, ms, answer, error, usage, costUsd } = outcome;
  const closing: RunEvent[] = [];
  if (text !== '') closing.push({ type: 'text', text, isPartial: status !== 'done' && status !== 'waiting' });
  closing.push({
    type: 'run-end',
    status,
    ms,
    ...(answer && { answer }),
    ...(error && { error }),
    usage,
    costUsd,
    ...(!run.turn.part && { chatMessageId: run.answerId }),
  });
  return closing.map((event) => run.prepare(event));
}

function ownerOf({ id, turn }: LiveRun): EventOwner {
  return { id, workspaceId: turn.workspaceId, sessionId: turn.sessionId, versionNumber: turn.versionNumber };
}
