import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { AgentReasoning, Answer } from '@tendril/contract/provider/answer';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import { type AskMessage, askModel } from '../model/ask-model.ts';
import { doOnce } from '../step/do-once.ts';
import { chooseNext, finish, type NextStep } from './choose-next.ts';
import type { TeamWorker } from './team-worker.ts';

/** A supervisor and those it gives work to. */
export interface Team {
  nodeId: string;
  label: string;
  model: ChatModel;
  /** With the names of the workers in it. */
  prompt: string;
  workers: readonly TeamWorker[];
  summarises: boolean;
  /** Steps of supervisor and workers together. */
  limit: number;
}

const summaryPrompt =
  'The work is done. Answer the user with everything that was found and decided above, as one text; do not mention who did what.';

/** What has been said and done so far. */
class TeamTalk {
  readonly messages: AskMessage[];
  readonly reasoning: AgentReasoning[] = [];
  /** Names of the workers that have had their turn. */
  readonly done = new Set<string>();
  readonly #context: RunContext;
  /** The latest that a worker has said. */
  said: string | undefined;

  constructor(history: readonly ChatTurn[], question: string, context: RunContext) {
    this.messages = [...history, { role: 'user', content: question }];
    this.#context = context;
  }

  /** Notes a step and shows it to the caller. */
  note(step: AgentReasoning): void {
    const at = this.reasoning.push(step) - 1;
    this.#context.emit({ type: 'agent-reasoning', at, reasoning: [step] });
  }
}

/** Lets a worker do its part; that it could not is for the supervisor to know, and for the caller to see. */
async function letWork(
  worker: TeamWorker,
  { instructions }: NextStep,
  team: Team,
  talk: TeamTalk,
  context: RunContext,
): Promise<void> {
  context.emit({ type: 'next-agent', name: worker.label });
  talk.done.add(worker.name);
  const order: AskMessage = { role: 'user', content: `${team.label}: ${instructions}` };
  const messages = instructions.trim() === '' ? talk.messages : [...talk.messages, order];
  const { nodeId, label: agentName, name } = worker;
  try {
    const inner = { ...context, isStreaming: false, isAnswer: false };
    const work = (own: RunContext) => worker.work(messages, team.model, own);
    const { text = '', usedTools, sourceDocuments } = await doOnce(`worker ${name}`, inner, work);
    talk.said = text;
    talk.messages.push(...messages.slice(talk.messages.length), {
      role: 'user',
      content: `${name}: ${text}`,
    });
    const found = { ...(usedTools && { usedTools }), ...(sourceDocuments && { sourceDocuments }) };
    talk.note({ agentName, nodeName: 'worker', nodeId, messages: [text], ...found });
  } catch (error) {
    context.signal.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    const text = `${agentName} could not do it: ${message}`;
    talk.messages.push({ role: 'user', content: `${name}: ${text}` });
    talk.note({ agentName, nodeName: 'worker', nodeId, messages: [text] });
  }
}

/** The answer: a summary where it is wanted, else what was said last. */
async function conclude(team: Team, last: NextStep, talk: TeamTalk, context: RunContext): Promise<string> {
  if (team.summarises) {
    const messages = [...talk.messages, { role: 'user' as const, content: summaryPrompt }];
    return (await askModel(team.model, { messages, isAnswer: true }, context)).text;
  }
  const text = talk.said ?? (last.instructions || last.reasoning);
  if (context.isStreaming && text !== '') context.emit({ type: 'text-delta', text });
  return text;
}

function decided(team: Team, { reasoning, next, instructions }: NextStep): AgentReasoning {
  const worker = team.workers.find(({ name }) => name === next);
  return {
    agentName: team.label,
    nodeName: 'supervisor',
    nodeId: team.nodeId,
    messages: reasoning === '' ? [] : [reasoning],
    next: worker?.label ?? next,
    instructions,
  };
}

/** A supervisor gives work to one worker after the other until it is done. Throws LIMIT_STEPS when it does not end. */
export async function runTeam(
  team: Team,
  history: readonly ChatTurn[],
  question: string,
  context: RunContext,
): Promise<Answer> {
  const talk = new TeamTalk(history, question, context);
  const names = team.workers.map(({ name }) => name);
  for (let steps = 1; steps <= team.limit; steps += 2) {
    context.signal.throwIfAborted();
    const choose = () => chooseNext({ ...team, names, done: talk.done }, talk.messages, context);
    const next = await doOnce('next', context, choose);
    talk.note(decided(team, next));
    const worker = team.workers.find(({ name }) => name === next.next);
    if (next.next === finish || !worker) {
      const text = await conclude(team, next, talk, context);
      const usedTools = talk.reasoning.flatMap((step) => step.usedTools ?? []);
      const sourceDocuments = talk.reasoning.flatMap((step) => step.sourceDocuments ?? []);
      return {
        text,
        agentReasoning: talk.reasoning,
        ...(usedTools.length > 0 && { usedTools }),
        ...(sourceDocuments.length > 0 && { sourceDocuments }),
      };
    }
    await letWork(worker, next, team, talk, context);
  }
  const message = `${team.label} was stopped after ${team.limit} steps without an end. Raise its Recursion Limit, or tell it when to finish.`;
  throw new AppError('LIMIT_STEPS', message);
}
