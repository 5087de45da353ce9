import { batchCallSettings } from '@tendril/contract/api/batch-calls';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import {
  type createRetellBatchCall,
  type RetellCallTimeWindow,
  retellBatchCallBody,
} from '@tendril/contract/api/retell-calls';
import { AppError } from '@tendril/contract/app-error';
import { type OpenRow, type Weekday, weekdays } from '@tendril/contract/voice/open-hours';
import type { Scope } from '../../../platform/db/scope.ts';
import type { NewContact } from '../../voice/batch-calls/public.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import type { RetellCallParts } from './retell-calls.ts';
import { type RetellVersions, retellVersions } from './retell-versions.ts';

type BatchBody = Body<typeof createRetellBatchCall>;
type Task = BatchBody['tasks'][number];

/** Retell’s own time zone, where a window names none. */
const usualTimezone = 'America/Los_Angeles';

/** Begins a batch call with the tasks of a client of Retell; the outbound agent of the number speaks. */
export function createRetellBatch(parts: RetellCallParts) {
  const versions = retellVersions(parts);
  return async (
    scope: Scope,
    body: BatchBody,
    isProgram: boolean,
  ): Promise<Answer<typeof createRetellBatchCall>> => {
    refuseUnserved(retellBatchCallBody, body);
    const { call_time_window: window, reserved_concurrency: reserved = 0, tasks } = body;
    const timezone = window?.timezone ?? usualTimezone;
    const found = versionIds(versions, scope);
    const contacts: NewContact[] = [];
    for (const [at, task] of tasks.entries()) contacts.push(await toContact(task, at, found));
    const batch = await parts.batches.add(
      scope,
      {
        ...batchCallSettings.parse({ timezone, windows: rowsOf(window), concurrency: 0, reserved }),
        name: body.name || 'Batch call',
        fromNumber: body.from_number,
        // Where every task names an agent, the number needs none of its own.
        agentId: everyAgent(tasks),
        scheduledAt: body.trigger_timestamp,
        contacts,
      },
      isProgram,
    );
    return {
      batch_call_id: batch.id,
      name: batch.name,
      from_number: batch.fromNumber,
      scheduled_timestamp: batch.scheduledAt,
      total_task_count: batch.total,
      ...(window && { call_time_window: { ...window, timezone } }),
    };
  };
}

/** A version of an agent by what Retell calls it; each is looked up once. */
function versionIds(versions: RetellVersions, scope: Scope) {
  const known = new Map<string, Promise<string>>();
  return (agentId: string, wanted: NonNullable<Task['override_agent_version']>): Promise<string> => {
    const key = `${agentId} ${wanted}`;
    const found = known.get(key) ?? versions.find(scope, agentId, wanted).then(({ id }) => id ?? 'draft');
    known.set(key, found);
    return found;
  };
}

async function toContact(
  task: Task,
  at: number,
  versionOf: ReturnType<typeof versionIds>,
): Promise<NewContact> {
  const { override_agent_id: agentId, override_agent_version: wanted } = task;
  if (wanted !== undefined && agentId === undefined) {
    const path = `tasks.${at}.override_agent_version`;
    const message = 'takes override_agent_id';
    throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
  }
  const version = agentId !== undefined && wanted !== undefined ? await versionOf(agentId, wanted) : 'live';
  return {
    phoneNumber: task.to_number,
    variables: task.retell_llm_dynamic_variables ?? {},
    metadata: task.metadata ?? {},
    headers: task.custom_sip_headers ?? {},
    ...(agentId !== undefined && { agentId, version }),
  };
}

function everyAgent(tasks: readonly Task[]): string | undefined {
  const [first] = tasks;
  return tasks.every((task) => task.override_agent_id !== undefined) ? first?.override_agent_id : undefined;
}

/** Retell's windows as ours; none: at any time. */
function rowsOf(window: RetellCallTimeWindow | undefined): OpenRow[] {
  if (!window) return [];
  const named = (window.day ?? []).map((day) => day.slice(0, 3).toLowerCase() as Weekday);
  const days = named.length > 0 ? named : [...weekdays];
  return window.windows.map(({ start, end }) => ({ days, from: timeOf(start), to: timeOf(end) }));
}

function timeOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
