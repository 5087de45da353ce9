import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '@tendril/contract/api/calls';
import { type ProcessFigures, readProcesses } from './process-figures.ts';
import { TelephoneOffice } from './telephone-office.ts';

/** Calls hang up so long after they were answered, give or take what the network takes. */
const stayMs = 6000;
const leastMs = stayMs - 1500;
const webhookEvents = ['call_started', 'call_ended'];
const patienceMs = 120_000;
/** What the collector leaves standing between two looks. */
const noiseMb = 25;
const noiseHandles = 5;

interface RingCalls {
  calls: number;
  atOnce: number;
  log(line: string): void;
}

interface CallsReport {
  calls: number;
  /** Before the calls, and after as many again. */
  before: ProcessFigures;
  after: ProcessFigures;
  faults: readonly string[];
}

/**
 * Telephones call a server, many at once; then all of it again. Each call is answered, heard and ended as it should, each
 * webhook comes once, and the second time leaves no more behind than the first.
 */
export async function ringCalls({ calls, atOnce, log }: RingCalls): Promise<CallsReport> {
  const office = await TelephoneOffice.open(atOnce);
  const pid = office.server.process.pid ?? 0;
  const faults: string[] = [];
  const round = async (name: string) => {
    const { isWell, output } = await office.ring(calls, atOnce, stayMs);
    if (!isWell) faults.push(`${name}: not every call went as it should: ${output.slice(-800)}`);
    await untilQuiet(office);
    const figures = await readProcesses(pid);
    log(`${name}: ${calls} calls, ${Math.round(figures.memoryMb)} MB, ${figures.handles} handles`);
    return figures;
  };
  try {
    const { length: first } = await office.calls();
    const before = await round('the first time');
    const after = await round('the second time');
    if (after.memoryMb > before.memoryMb + noiseMb)
      faults.push(`memory grows from ${Math.round(before.memoryMb)} to ${Math.round(after.memoryMb)} MB`);
    if (after.handles > before.handles + noiseHandles)
      faults.push(`open handles grow from ${before.handles} to ${after.handles}`);
    const stored = await office.calls();
    const all = first + 2 * calls;
    if (stored.length !== all) faults.push(`${stored.length} calls are stored, of ${all}`);
    faults.push(...stored.flatMap((call) => faultOf(call, office) ?? []));
    return { calls: stored.length, before, after, faults };
  } finally {
    await office.close();
  }
}

/** Waits until no call is under way and every webhook has come. */
async function untilQuiet(office: TelephoneOffice): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const calls = await office.calls();
    const isOver = calls.every(({ status }) => status !== 'ongoing' && status !== 'registered');
    if (isOver && office.received.length >= calls.length * webhookEvents.length) return;
    await sleep(500);
  }
}

function faultOf(
  { id, status, disconnectionReason, durationMs, recordingUrl }: Call,
  office: TelephoneOffice,
) {
  const events = office.received.filter(({ callId }) => callId === id).map(({ event }) => event);
  const isAsked = webhookEvents.every((event) => events.filter((one) => one === event).length === 1);
  if (status === 'ended' && disconnectionReason === 'user_hangup' && isAsked && recordingUrl !== null)
    if (durationMs >= leastMs) return undefined;
  const kept = recordingUrl === null ? 'no recording' : 'a recording';
  return `${id}: ${status}, ${disconnectionReason}, ${durationMs} ms, ${kept}, webhooks ${events.join(' ')}`;
}
