import type { RunEvent } from '@tendril/contract/run-event';
import { mintOrderedId } from '../../db/ordered-id.ts';
import type { WriteGroup } from '../../db/write-group.ts';
import { insertMessage, putMessage } from '../chat-messages/chat-messages.service.ts';
import type { EventEntry, EventLog, EventOwner } from '../events/events.service.ts';
import type { LiveRun } from './live-run.ts';
import { runStore } from './runs.store.ts';
import { answerRow, type EndedRun, endOf, partialAnswerRow, questionRow, runRow } from './turn-rows.ts';

/** Writes a turn in two commits, accepted and finished; a long one is also flushed in between. */
export function turnWriter(writes: WriteGroup, events: EventLog) {
  return {
    /** The question and the run's start; a turn is acknowledged only after this. */
    async accept(run: LiveRun): Promise<void> {
      const { flowId, question, versionNumber, isDemo } = run.turn;
      run.append({ type: 'run-start', flowId, question, versionNumber, isDemo });
      const rows = { run: runRow(run), question: questionRow(run, mintOrderedId()) };
      const prepared = await events.prepare(ownerOf(run), run.takePending());
      await writes.write(async (trx) => {
        await runStore(trx).insert(rows.run);
        await insertMessage(trx, rows.question);
        await events.insert(trx, run.turn, prepared);
      });
    },

    /** What a crash must not lose: the events so far and the text so far. */
    async flush(run: LiveRun): Promise<void> {
      const taken = run.takePending();
      try {
        const prepared = await events.prepare(ownerOf(run), taken);
        const partial = run.text === '' ? undefined : partialAnswerRow(run);
        if (partial) run.isAnswerStored = true;
        await writes.write(async (trx) => {
          const status = await runStore(trx).statusOf(run.id);
          if (status === undefined) return;
          await events.insert(trx, run.turn, prepared);
          // The end may have overtaken a flush that moved large events to files.
          if (partial && status === 'running') await putMessage(trx, partial);
        });
      } catch (error) {
        run.giveBack(taken);
        throw error;
      }
    },

    /** The answer, the rest of the events and how it ended; what was told only now is told to the watchers after. */
    async finish(run: LiveRun, outcome: EndedRun): Promise<string> {
      const text = textOf(run, outcome);
      const last = closingEvents(run, outcome, text);
      const [answer, end] = [answerRow(run, outcome, text), endOf(outcome, text)];
      const prepared = await events.prepare(ownerOf(run), run.takePending());
      await writes.write(async (trx) => {
        // The flow may have been deleted meanwhile, and its runs with it.
        if (!(await runStore(trx).end(run.id, end))) return;
        await (run.isAnswerStored ? putMessage : insertMessage)(trx, answer);
        await events.insert(trx, run.turn, prepared);
      });
      for (const entry of last) run.publish(entry);
      return text;
    },
  };
}

function textOf(run: LiveRun, { answer }: EndedRun): string {
  if (answer?.text !== undefined) return answer.text;
  return answer?.json === undefined ? run.text : JSON.stringify(answer.json);
}

function closingEvents(run: LiveRun, outcome: EndedRun, text: string): EventEntry[] {
  const { status, ms, answer, error, usage, costUsd } = outcome;
  const closing: RunEvent[] = [];
  if (text !== '') closing.push({ type: 'text', text, isPartial: status !== 'done' });
  closing.push({
    type: 'run-end',
    status,
    ms,
    ...(answer && { answer }),
    ...(error && { error }),
    usage,
    costUsd,
    chatMessageId: run.answerId,
  });
  return closing.map((event) => run.append(event));
}

function ownerOf({ id, turn }: LiveRun): EventOwner {
  return { id, workspaceId: turn.workspaceId, sessionId: turn.sessionId, versionNumber: turn.versionNumber };
}
