import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { RunEvent } from '@tendril/contract/run-event';
import type { Logger } from 'pino';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { RunnableFlow } from '../flows/public.ts';
import type { ActiveRun } from '../runs/public.ts';
import { type AnalyticReceiver, activeReceivers } from './active-receivers.ts';
import { afterAnswers } from './after-answers.ts';
import { callSpans, type TracedCall } from './call-spans.ts';
import type { InstallationCollector } from './installation-collector.ts';
import { type OtlpSpan, otlpRequest, toOtlpSpan } from './otlp-request.ts';
import { receiverKinds } from './receivers.ts';
import { runSpans } from './run-spans.ts';
import { sendTraces, type TraceDelivery } from './send-traces.ts';
import { type QueueItem, type TraceLimits, TraceQueue } from './trace-queue.ts';
import type { TraceSpan } from './trace-span.ts';

interface AnalyticsParts {
  egress: Egress;
  log: Logger;
  version: string;
  findFlow(flowId: string): Promise<RunnableFlow | undefined>;
  /** Redacts the values of the workspace's secret variables. */
  redact(scope: Scope): Promise<{ value<T>(value: T): T }>;
  openCredential(scope: Scope, id: string): Promise<Record<string, string>>;
  /** Takes the traces of every run and call. */
  collector?: InstallationCollector | undefined;
  /** Called with spans that no receiver took. */
  onDrop?: (count: number) => void;
  limits?: TraceLimits;
}

/** A receiver that a flow names, or the collector of the installation. */
type Destination =
  | (Scope & { readonly receiver: AnalyticReceiver })
  | { readonly collector: InstallationCollector };

/** The key of the collector's lane in the queue; those of receivers are JSON. */
const collectorKey = 'installation';

/** How often the log notes what was lost. */
const noticeMs = 60_000;

/** Sends the runs of flows whose settings ask for it to services that show traces, after each run's end. */
export function createAnalytics({ log, limits, collector, ...parts }: AnalyticsParts) {
  let noticedAt = Number.NEGATIVE_INFINITY;
  let unnoticed = 0;
  let lastProblem: string | undefined;
  const later = afterAnswers(log);

  const queue = new TraceQueue<Destination, OtlpSpan>(send, notice, limits);

  function notice(count: number): void {
    parts.onDrop?.(count);
    unnoticed += count;
    if (performance.now() - noticedAt < noticeMs) return;
    log.warn({ count: unnoticed, problem: lastProblem }, 'spans for analytics were dropped');
    noticedAt = performance.now();
    unnoticed = 0;
  }

  async function send(to: Destination, spans: OtlpSpan[], signal: AbortSignal): Promise<TraceDelivery> {
    const delivery =
      'collector' in to ? await to.collector.send(spans, signal) : await attempt(parts, to, spans, signal);
    const vendor = 'collector' in to ? collectorKey : to.receiver.vendor;
    if (delivery.problem) {
      lastProblem = `${vendor} ${delivery.problem}`;
      log.debug({ vendor, problem: delivery.problem }, 'sending traces failed');
    }
    return delivery;
  }

  async function take(run: ActiveRun): Promise<void> {
    const { turn } = run;
    // A part of a draft is no conversation that anybody would look for.
    if (turn.part) return;
    const flow = await parts.findFlow(turn.flowId);
    if (flow?.workspaceId !== turn.workspaceId) return;
    const receivers = activeReceivers(flow.analytic, (vendor) => Object.hasOwn(receiverKinds, vendor));
    if (receivers.length === 0 && !collector) return;
    const redacted = await parts.redact(flow);
    const spans = runSpans({
      id: run.id,
      flow,
      sessionId: turn.sessionId,
      source: turn.source,
      versionNumber: turn.versionNumber,
      linkedRunId: turn.parentId ?? turn.resumes,
      events: storedEvents(run).map(({ at, event }) => ({
        at,
        event: withoutSecrets(event, redacted.value),
      })),
    });
    const owner = { sessionId: turn.sessionId, flowName: flow.name };
    for (const receiver of receivers) {
      const more = receiverKinds[receiver.vendor]?.attributes ?? (() => ({}));
      const items = spans.map((span) => toItem(toOtlpSpan(span, more(span, owner, receiver))));
      const destination = { workspaceId: flow.workspaceId, receiver };
      queue.add(JSON.stringify(destination), destination, items);
    }
    collect(spans);
  }

  function collect(spans: readonly TraceSpan[]): void {
    if (collector)
      queue.add(
        collectorKey,
        { collector },
        spans.map((span) => toItem(collector.toSpan(span))),
      );
  }

  return {
    /** Takes a run whose end is on disk; never throws, and does its work after the answer has left. */
    runEnded(run: ActiveRun): void {
      later.add({ runId: run.id }, () => take(run));
    },

    /** The same for a call; `read` gets its events as they are stored. */
    callEnded(call: TracedCall, read: () => Promise<readonly LoggedCallEvent[]>): void {
      if (collector) later.add({ callId: call.id }, async () => collect(callSpans(call, await read())));
    },

    /** Sends what waits, for a moment, and stops. */
    async close(): Promise<void> {
      await later.settle();
      await queue.close();
    },
  };
}

/** One request with one batch, with the secret as it is now. */
async function attempt(
  { egress, version, openCredential }: Pick<AnalyticsParts, 'egress' | 'version' | 'openCredential'>,
  { receiver, workspaceId }: Scope & { readonly receiver: AnalyticReceiver },
  spans: OtlpSpan[],
  signal: AbortSignal,
): Promise<TraceDelivery> {
  const kind = receiverKinds[receiver.vendor];
  if (!kind) return { outcome: 'refused' };
  try {
    const secret = await openCredential({ workspaceId }, receiver.credentialId);
    return await sendTraces(egress.of(workspaceId), {
      url: kind.url(secret),
      headers: kind.headers(secret, receiver),
      isBinary: kind.isBinary === true,
      body: otlpRequest(kind.resource?.(receiver) ?? {}, version, spans),
      signal,
    });
  } catch (error) {
    return { outcome: 'refused', problem: (error as Error).message };
  }
}

/** As the log has them: a node may have changed the object of an event after it was written. */
function storedEvents({ entries }: ActiveRun) {
  return entries
    .filter(({ event }) => event.type !== 'text-delta')
    .map(({ at, payload }) => ({ at, event: JSON.parse(payload) as RunEvent }));
}

/** The log keeps what people asked and were answered as it was; its other events have been redacted already. */
function withoutSecrets(event: RunEvent, redact: <T>(value: T) => T): RunEvent {
  if (event.type === 'run-start') return { ...event, question: redact(event.question) };
  if (event.type === 'run-end' && event.answer) return { ...event, answer: redact(event.answer) };
  return event;
}

function toItem(span: OtlpSpan): QueueItem<OtlpSpan> {
  let bytes = 300;
  for (const { key, value } of span.attributes) bytes += key.length + (value.stringValue?.length ?? 16);
  return { value: span, bytes };
}
