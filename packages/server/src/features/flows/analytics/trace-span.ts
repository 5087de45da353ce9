export type AttributeValue = string | number | boolean | readonly string[];

/** Attributes of a span; undefined ones are not sent. */
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

/** What a span stands for. */
export type SpanRole =
  | 'run'
  | 'agent'
  | 'node'
  | 'model'
  | 'embedding'
  | 'retrieval'
  | 'tool'
  | 'memory'
  | 'code'
  | 'request';

/** A stretch of a run, before it takes the names of a receiver. */
export interface TraceSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** Another trace that this one belongs to: the run that asked for it, or the one that it resumes. */
  readonly link?: { traceId: string; spanId: string };
  readonly role: SpanRole;
  name: string;
  readonly startMs: number;
  endMs?: number;
  error?: string;
  attributes: Attributes;
  /** What went in and came out, as text or JSON. */
  input?: unknown;
  output?: unknown;
}
