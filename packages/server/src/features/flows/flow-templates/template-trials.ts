import { randomUUID } from 'node:crypto';
import type { Body } from '@tendril/contract/api/endpoint';
import type { TemplateTool, tryTemplate } from '@tendril/contract/api/template-gallery';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeServices, RunSession } from '@tendril/contract/node/run-context';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { LoggedEvent, RunEvent } from '@tendril/contract/run-event';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { Resumption, RunOutcome, RunRequest } from '@tendril/engine/run-request';
import type { Scope } from '../../../platform/db/scope.ts';
import type { TemplateGallery } from './template-gallery.ts';
import { type KeptTrial, keepTrials } from './waiting-trials.ts';

type Asked = Body<typeof tryTemplate>;
type Emit = (event: LoggedEvent) => void;

interface TrialParts {
  gallery: Pick<TemplateGallery, 'open'>;
  compile(flow: FlowData): Promise<FlowPlan>;
  runFlow(plan: FlowPlan, request: RunRequest): Promise<RunOutcome>;
  /** What the server provides to the nodes of one run. */
  provide(flow: Scope & { id: string }, runId: string, chatId: string): NodeServices;
  variables(scope: Scope): Promise<Readonly<Record<string, string>>>;
  redact(scope: Scope): Promise<{ event(event: RunEvent): RunEvent }>;
  /** Names of its secret variables. */
  secretNames(scope: Scope): Promise<ReadonlySet<string>>;
}

export type TemplateTrials = ReturnType<typeof createTemplateTrials>;

/** Runs templates without creating flows: nothing is stored, the conversation comes with the question. */
export function createTemplateTrials(parts: TrialParts) {
  const waiting = keepTrials();

  return {
    /**
     * Checks a trial; what it returns runs it. Throws NOT_FOUND, INVALID_INPUT, and CONFLICT for a decision that comes
     * too late.
     */
    async prepare(scope: Scope, templateId: string, asked: Asked) {
      const { decides } = asked;
      const kept = decides && waiting.take(scope, templateId, decides.runId);
      const trial = kept ?? (await begin(parts, scope, templateId, asked));
      const resumption = kept && {
        checkpoint: kept.checkpoint,
        decision: {
          isApproved: decides.decision === 'approve',
          ...(decides.note && { note: decides.note }),
        },
      };
      const [variables, redact, secretVariables] = await Promise.all([
        parts.variables(scope),
        parts.redact(scope),
        parts.secretNames(scope),
      ]);
      return async (emit: Emit, signal: AbortSignal): Promise<void> => {
        const runId = randomUUID();
        const log = emitAs(runId, redact, emit);
        const { plan, question } = trial;
        log({ type: 'run-start', flowId: templateId, question, versionNumber: 0, isDemo: plan.isDemo });
        const request = toRequest(parts, scope, trial, { runId, variables, signal, resumption });
        const outcome = await parts.runFlow(plan, { ...request, secretVariables, emit: log });
        if (outcome.checkpoint) waiting.keep(runId, { ...trial, checkpoint: outcome.checkpoint });
        close(log, outcome);
      };
    },
  };
}

/** A trial before its first step. */
type Trial = Omit<KeptTrial, 'checkpoint' | 'at'>;

async function begin(parts: TrialParts, scope: Scope, templateId: string, asked: Asked): Promise<Trial> {
  const { flow, tools } = await parts.gallery.open(scope, templateId);
  if (!flow) throw new AppError('INVALID_INPUT', 'This template is a tool. Test it in the tool editor.');
  return {
    workspaceId: scope.workspaceId,
    templateId,
    plan: await parts.compile(flow),
    tools,
    question: asked.question,
    chatId: asked.chatId ?? randomUUID(),
    history: toTurns(asked.history),
  };
}

interface Running {
  runId: string;
  variables: Readonly<Record<string, string>>;
  signal: AbortSignal;
  resumption: Resumption | undefined;
}

function toRequest(
  { provide }: TrialParts,
  scope: Scope,
  trial: Trial,
  { runId, variables, signal, resumption }: Running,
): Omit<RunRequest, 'emit'> {
  const { templateId, chatId, question, history, tools } = trial;
  const session: RunSession = {
    runId,
    flowId: templateId,
    chatId,
    sessionId: chatId,
    chatMessageId: runId,
  };
  const provided = provide({ workspaceId: scope.workspaceId, id: templateId }, runId, chatId);
  return {
    question,
    session,
    isStreaming: true,
    signal,
    variables,
    services: withOwnTools({ ...provided, readHistory: async (_id, limit) => lastOf(history, limit) }, tools),
    ...(resumption && { resumption }),
  };
}

/** The tools of a template are found by name: a trial does not create them in the workspace. */
function withOwnTools(services: NodeServices, tools: readonly TemplateTool[]): NodeServices {
  const own = new Map(tools.map((tool) => [tool.name, { ...tool, id: tool.name }]));
  return { ...services, readTool: async (id) => own.get(id) ?? services.readTool(id) };
}

const lastOf = (turns: readonly ChatTurn[], limit: number | undefined): ChatTurn[] =>
  limit === undefined ? [...turns] : turns.slice(Math.max(0, turns.length - limit));

function toTurns(history: Asked['history'] = []): ChatTurn[] {
  return history.map(({ role, content }) => ({
    role: role === 'userMessage' ? ('user' as const) : ('assistant' as const),
    content,
  }));
}

/** Numbers the events of the run. */
function emitAs(
  runId: string,
  redact: { event(event: RunEvent): RunEvent },
  emit: Emit,
): (event: RunEvent) => void {
  let seq = 0;
  return (event) => {
    seq += 1;
    emit({ runId, seq, at: Date.now(), ...redact.event(event) });
  };
}

function close(log: (event: RunEvent) => void, outcome: RunOutcome): void {
  const { status, ms, answer, error, usage, costUsd } = outcome;
  const text = answer?.text ?? (answer?.json === undefined ? '' : JSON.stringify(answer.json));
  if (text !== '') log({ type: 'text', text, isPartial: status !== 'done' && status !== 'waiting' });
  log({ type: 'run-end', status, ms, ...(answer && { answer }), ...(error && { error }), usage, costUsd });
}
