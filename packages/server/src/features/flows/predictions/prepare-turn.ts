import type { Body } from '@tendril/contract/api/endpoint';
import type { PredictionBody } from '@tendril/contract/api/predictions';
import type { startRun } from '@tendril/contract/api/runs';
import { AppError } from '@tendril/contract/app-error';
import type { AgentFlowTrigger } from '@tendril/contract/provider/agent-flow';
import type { Scope } from '../../../platform/db/scope.ts';
import type { RunnableFlow } from '../flows/public.ts';
import type { RunService } from '../runs/public.ts';
import type { CanvasOutputs } from './canvas-outputs.ts';
import { canvasRun } from './canvas-run.ts';
import {
  type Conversation,
  outsideConversation,
  ownConversation,
  visitorConversation,
} from './conversation.ts';
import { type Decided, readDecision } from './decisions.ts';
import type { FlowPlans } from './flow-plans.ts';
import { readOverrides } from './override-rules.ts';
import type { QuestionUploadService } from './question-intake.ts';
import { readQuestion } from './read-question.ts';
import { withDecision } from './resume-turn.ts';
import type { Admitted, Preparation } from './turn-runner.ts';

export interface PrepareParts {
  runs: RunService;
  plans: FlowPlans;
  variables(scope: Scope): Promise<Readonly<Record<string, string>>>;
  uploads: QuestionUploadService;
  /** Node outputs of the last runs on the canvas. */
  outputs: CanvasOutputs;
}

export interface AskedBy {
  /** Whether the app's own pages ask, or an API client. */
  isOwn: boolean;
  isStreaming: boolean;
  /** How the run is labelled in lists; by default `chat` for own pages and `api` for others. */
  source?: 'mcp' | 'call' | 'form' | 'webhook' | 'schedule';
  /** What started the run instead of a question. */
  trigger?: AgentFlowTrigger;
  /** Id of the run, where a repetition must not start another one. */
  runId?: string;
  /** Aborts when the client has disconnected: preparation stops too. */
  signal?: AbortSignal;
  /** Files that came with the question, in place of the files of loaders. */
  provided?: Preparation['provided'];
}

export type OwnTurn = Omit<Body<typeof startRun>, 'version'> & {
  version: 'draft' | 'live';
  graceMs: number;
};

/** Checks a question to the live version. Throws INVALID_INPUT, and CONFLICT for a decision that comes too late. */
export async function prepareAsked(
  { runs, plans, variables, uploads }: PrepareParts,
  admitted: Admitted,
  body: PredictionBody,
  { isOwn, isStreaming, source, signal, provided, trigger: started, runId }: AskedBy,
): Promise<Preparation> {
  const [flow, plan] = [admitted.flow, admitted.version.plan];
  const conversation = conversationOf(admitted, body, isOwn);
  const overrides = readOverrides(body.overrideConfig, flow, plan);
  const { chatId } = conversation;
  const isAgentFlow = flow.type === 'AGENTFLOW';
  const { humanInput, form, ...plain } = body;
  const asked = isAgentFlow ? { ...plain, question: wordsOfForm(body), humanInput } : plain;
  const decided = await readDecision(runs, flow, { ...asked, chatId }, plan.canWait);
  const trigger = started ?? (isAgentFlow && form ? { type: 'form' as const, form } : undefined);
  const place = { flow, plan, chatId, signal, visitor: admitted.visitor?.from };
  const mayBeEmpty = trigger !== undefined || decided?.kind === 'goes-on';
  const { stored, images, ...question } = await readQuestion(uploads, place, asked, mayBeEmpty);
  const prepared: Preparation = {
    admitted,
    conversation,
    ...question,
    history: body.history,
    variables: await variables(flow),
    overrides,
    provided: { images, ...provided },
    isStreaming,
    ...(trigger && { trigger }),
    turn: {
      ...(runId !== undefined && { id: runId }),
      source: source ?? (isOwn ? 'chat' : 'api'),
      chatType: isOwn ? 'INTERNAL' : 'EXTERNAL',
      leadEmail: body.leadEmail ?? null,
      fileUploads: stored,
    },
  };
  return withDecision(plans, prepared, decided);
}

/** The question; of a form that came without one, its values in words. */
function wordsOfForm({ question, form }: PredictionBody): string {
  if (!form || question.trim() !== '') return question;
  return Object.entries(form)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

function conversationOf({ version, visitor }: Admitted, body: PredictionBody, isOwn: boolean): Conversation {
  if (visitor) return visitorConversation(body, visitor);
  return isOwn ? ownConversation(body, version.plan) : outsideConversation(body, version.plan);
}

/** Checks a run of the app's own pages: of the draft or the live version, whole or a part. Throws INVALID_INPUT, CONFLICT. */
export async function prepareOwn(
  { runs, plans, variables, uploads, outputs }: PrepareParts,
  flow: RunnableFlow,
  callers: readonly string[],
  { version, source, graceMs, ...asked }: OwnTurn,
): Promise<Preparation> {
  requireDraft(version, asked);
  const isDraft = version === 'draft';
  const ready = await plans.plan(flow, isDraft ? flow.draftVersionId : flow.liveVersionId);
  const conversation = ownConversation(asked, ready.plan);
  const { chatId } = conversation;
  const decided = asked.part
    ? undefined
    : await readDecision(runs, flow, { ...asked, chatId: asked.chatId }, ready.plan.canWait);
  const words = wordsOf(asked, decided, outputs.lastQuestion(flow.id));
  const place = { flow, plan: ready.plan, chatId };
  const { stored, images, ...question } = asked.part
    ? { stored: null, images: [], attachment: '', question: words }
    : await readQuestion(uploads, place, { ...asked, question: words });
  if (isDraft && !decided) outputs.keepQuestion(flow, question.question);
  const prepared: Preparation = {
    ...question,
    admitted: { flow, version: ready, callers },
    conversation,
    history: asked.history,
    variables: await variables(flow),
    overrides: { variables: {}, values: {} },
    provided: { images },
    isStreaming: true,
    ...(isDraft && { canvas: canvasRun(outputs, { flow, version: ready, callers }, asked.part) }),
    turn: { source, chatType: 'INTERNAL', leadEmail: asked.leadEmail ?? null, fileUploads: stored, graceMs },
  };
  return withDecision(plans, prepared, decided);
}

function requireDraft(version: string, { part, decides }: Pick<OwnTurn, 'part' | 'decides'>): void {
  const message =
    part && version !== 'draft' ? 'only the draft is run in parts' : 'decides on a run of its own';
  if (!part || (version === 'draft' && !decides)) return;
  throw new AppError('INVALID_INPUT', `part: ${message}`, { details: [{ path: 'part', message }] });
}

/** The text of a turn: that of the decision, and for a part that of the last run when none was given. */
function wordsOf(
  { question, part }: Pick<OwnTurn, 'question' | 'part'>,
  decided: Decided | undefined,
  lastQuestion: string | undefined,
): string {
  if (decided?.kind === 'goes-on') return decided.said;
  return part && question.trim() === '' ? (lastQuestion ?? '') : question;
}
