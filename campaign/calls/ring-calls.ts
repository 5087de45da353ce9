import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '@tendril/contract/api/calls';
import { faultsOfGrowth } from './calls-verdict.ts';
import { type ProcessFigures, readProcesses } from './process-figures.ts';
import { recordingFault } from './recording-fault.ts';
import { TelephoneOffice } from './telephone-office.ts';

/** A call lasts so long, or longer where so many are to be there at once. */
const leastStayMs = 6000;
/** How much the server's clock may be off from the telephone's. */
const slackMs = 1500;
/** A machine that is busy answers and hears later. */
const mostLateMs = 10_000;
const webhookEvents = ['call_started', 'call_ended'];
const patienceMs = 120_000;
/** Transactions are kept for 32 seconds after their last message. */
const settleMs = 35_000;
const lookMs = 1000;
const collectMs = 3000;
const readAtOnce = 4;

interface RingCalls {
  calls: number;
  atOnce: number;
  perSecond: number;
  rounds: number;
  log(line: string): void;
}

interface CallsReport {
  calls: number;
  /** What is left behind after each round. */
  rounds: readonly ProcessFigures[];
  faults: readonly string[];
}

/**
 * Telephones call a server, many at once; then all of it again, several times. Each call is answered, heard, recorded and
 * ended as it should, each webhook comes once, and what the rounds leave behind levels off.
 */
export async function ringCalls({ calls, atOnce, perSecond, rounds, log }: RingCalls): Promise<CallsReport> {
  const office = await TelephoneOffice.open(atOnce);
  const pid = office.server.process.pid ?? 0;
  const stayMs = Math.max(leastStayMs, Math.ceil(atOnce / perSecond) * 1000);
  const faults: string[] = [];
  const figures: ProcessFigures[] = [];
  try {
    let known = (await office.calls()).length;
    await untilQuiet(office, known);
    for (let round = 1; round <= rounds; round += 1) {
      const busy = watchProcesses(pid);
      const { successful, failed, by } = await office.ring({ calls, atOnce, perSecond, stayMs });
      const most = await busy.stop();
      if (failed > 0 || successful !== calls)
        faults.push(
          `round ${round}: ${successful} of ${calls} calls went as they should${[...by].map(([status, count]) => `, ${count} ${status}`).join('')}`,
        );
      await untilQuiet(office, known + calls);
      await sleep(settleMs);
      office.collect();
      await sleep(collectMs);
      const left = await readProcesses(pid);
      figures.push(left);
      log(`round ${round}: ${successful} of ${calls} calls, at most ${inWords(most)}; then ${inWords(left)}`);
      known += calls;
    }
    const all = await office.calls();
    if (all.length !== known) faults.push(`${all.length} calls are stored, of ${known}`);
    if (new Set(all.map(({ id }) => id)).size !== all.length) faults.push('a call is stored twice');
    faults.push(...faultsOfGrowth(figures), ...(await faultsOf(all, office, stayMs)));
    return { calls: all.length, rounds: figures, faults };
  } finally {
    await office.close();
  }
}

function inWords({ memoryMb, eachMb, handles }: ProcessFigures): string {
  return `${Math.round(memoryMb)} MB (${eachMb.map(Math.round).join(' + ')}), ${handles} handles`;
}

/** The most that processes hold while calls are under way. */
function watchProcesses(pid: number): { stop(): Promise<ProcessFigures> } {
  let most: ProcessFigures = { memoryMb: 0, handles: 0, eachMb: [] };
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const now = await readProcesses(pid).catch(() => most);
      if (now.memoryMb > most.memoryMb) most = now;
      await sleep(lookMs);
    }
    return most;
  };
  const watched = watch();
  return {
    stop() {
      isOver = true;
      return watched;
    },
  };
}

/**
 * Waits until every webhook of so many calls has come; the last one follows the end. The calls themselves are not read:
 * of thousands the server's heap would grow.
 */
async function untilQuiet(office: TelephoneOffice, expected: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (office.received.length >= expected * webhookEvents.length) return;
    await sleep(lookMs);
  }
}

async function faultsOf(calls: readonly Call[], office: TelephoneOffice, stayMs: number): Promise<string[]> {
  const hooks = Map.groupBy(office.received, ({ callId }) => callId);
  const faults: string[] = [];
  const left = [...calls];
  const read = async () => {
    for (let call = left.pop(); call; call = left.pop()) {
      const events = (hooks.get(call.id) ?? []).map(({ event }) => event);
      const fault = faultOf(call, events, stayMs) ?? (await recordingFaultOf(call, office));
      if (fault !== undefined) faults.push(`${call.id}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: readAtOnce }, read));
  return faults;
}

function faultOf(
  { status, disconnectionReason, durationMs, endedAt }: Call,
  webhooks: readonly string[],
  stayMs: number,
): string | undefined {
  const isAsked = webhookEvents.every((event) => webhooks.filter((one) => one === event).length === 1);
  const isLong = durationMs >= leastStayMs - slackMs && durationMs <= stayMs + mostLateMs;
  const isOver = status === 'ended' && disconnectionReason === 'user_hangup' && endedAt !== null;
  if (isOver && isAsked && isLong) return undefined;
  return `${status}, ${disconnectionReason}, ${durationMs} ms, webhooks ${webhooks.join(' ')}`;
}

async function recordingFaultOf(
  { recordingUrl, durationMs, startedAt, endedAt }: Call,
  office: TelephoneOffice,
): Promise<string | undefined> {
  if (recordingUrl === null) return 'no recording';
  const recording = await office.recording(recordingUrl);
  const answeredMs = (endedAt ?? 0) - (startedAt ?? 0);
  return recording
    ? recordingFault(recording, { durationMs, answeredMs })
    : 'a recording that cannot be read';
}
