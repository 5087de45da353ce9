import type { NodeRound, NodeRun } from '@tendril/contract/api/runs';
import type { LoggedEvent } from '@tendril/contract/run-event';
import type { RunTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { EventLog } from '../../../platform/events/events.ts';
import type { runListStore } from './run-list.store.ts';

type NodeDeed = Pick<NodeRun, 'status' | 'ms' | 'input' | 'output' | 'error'>;

interface Round extends NodeDeed, Pick<NodeRound, 'frame' | 'items' | 'round' | 'retries'> {}

type NodeLogEvent = Extract<LoggedEvent, { type: `node-${string}` }>;

const nothing: NodeDeed = { status: 'skipped', ms: null, input: null, output: null, error: null };

/** As many rounds of one run are listed. */
const mostRounds = 200;
const previewLength = 160;

function newRound(event: NodeLogEvent): Round {
  const { frame } = event;
  const deed = { ...nothing, status: 'waiting' as const, retries: 0 };
  if (event.type !== 'node-start') return { ...deed, ...(frame !== undefined && { frame }) };
  const { items, round } = event;
  return {
    ...deed,
    input: event.input,
    ...(frame !== undefined && { frame }),
    ...(items !== undefined && { items }),
    ...(round !== undefined && { round }),
  };
}

/** What a node did in one run, each time that it worked. */
function roundsOf(events: readonly LoggedEvent[]): Round[] {
  const rounds: Round[] = [];
  const openRounds = new Map<string, Round>();
  const open = (event: NodeLogEvent): Round => {
    const key = event.frame ?? '';
    let round = openRounds.get(key);
    if (!round) {
      round = newRound(event);
      rounds.push(round);
      openRounds.set(key, round);
    }
    return round;
  };
  const close = (event: NodeLogEvent, end: Partial<Round>) => {
    Object.assign(open(event), end);
    openRounds.delete(event.frame ?? '');
  };
  for (const event of events) {
    switch (event.type) {
      case 'node-start': {
        // After a person's decision, or a restart, the same round goes on.
        const round = open(event);
        round.input ??= event.input;
        break;
      }
      case 'node-retry':
        open(event).retries = event.attempt;
        break;
      case 'node-end': {
        const { ms, isCached, output = null } = event;
        const status = isCached ? ('cached' as const) : ('done' as const);
        close(event, { status, ms, output });
        break;
      }
      case 'node-error':
        close(event, { status: 'error', ms: event.ms, error: event.message });
        break;
      case 'node-wait':
        Object.assign(open(event), { status: 'waiting', output: event.action.data.input });
        break;
      default:
    }
  }
  return rounds;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The words in an output: its own, or those of the branch that was taken. */
function wordsIn(output: unknown): string | undefined {
  if (typeof output === 'string') return output;
  if (!isRecord(output)) return undefined;
  if (typeof output['text'] === 'string') return output['text'];
  return Object.values(output).map(wordsIn).find(Boolean);
}

function previewOf({ error, output }: Round): string {
  const words = error ?? wordsIn(output) ?? (output === null ? '' : JSON.stringify(output));
  return words.slice(0, previewLength);
}

function toNodeRound(round: Round): NodeRound {
  const { input: _, output: __, error: ___, ...rest } = round;
  return { ...rest, preview: previewOf(round) };
}

/** What a node did in one run: of several rounds the last, with the time of all. */
function deedOf(rounds: readonly Round[]): NodeDeed {
  const last = rounds.at(-1);
  if (!last) return nothing;
  const { status, input, output, error } = last;
  const times = rounds.flatMap(({ ms }) => ms ?? []);
  const ms = times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0);
  return { status, ms, input, output, error };
}

function toNodeRun(run: RunTable, events: readonly LoggedEvent[]): NodeRun {
  const rounds = roundsOf(events);
  return {
    runId: run.id,
    startedAt: run.startedAt,
    versionNumber: run.versionNumber ?? 0,
    question: run.question,
    ...deedOf(rounds),
    roundCount: rounds.length,
    rounds: rounds.length > 1 ? rounds.slice(-mostRounds).map(toNodeRound) : [],
  };
}

/** What a node did in the latest runs of its flow that it took part in, newest first. */
export async function readNodeRuns(
  { store, events }: { store: ReturnType<typeof runListStore>; events: EventLog },
  scope: Scope,
  flowId: string,
  nodeId: string,
  limit: number,
): Promise<NodeRun[]> {
  const isRare = await store.isRareNode(scope, nodeId);
  const runs = await store.page(scope, flowId, { nodeId, isRare }, 0, limit);
  const nodeEvents = await events.readOfNode(
    scope,
    runs.map((run) => run.id),
    nodeId,
  );
  return runs.map((run) =>
    toNodeRun(
      run,
      nodeEvents.filter((event) => event.runId === run.id),
    ),
  );
}
