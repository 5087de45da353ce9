import { type CompletionBody, createCompletion, listModels, readModel } from '@tendril/contract/api/open-ai';
import type { PredictionBody } from '@tendril/contract/api/predictions';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply } from 'fastify';
import type { App } from '../../../platform/http/app.ts';
import { isForFlow } from '../../../platform/http/caller.ts';
import { toAppError } from '../../../platform/http/errors.ts';
import { type EventStream, openEventStream, streamed } from '../../../platform/http/event-stream.ts';
import { openAiError } from '../../../platform/http/open-ai-error.ts';
import { serve } from '../../../platform/http/serve.ts';
import {
  callersOf,
  type Entered,
  type FlowGate,
  outcomeFailure,
  type PredictionService,
} from '../../flows/predictions/public.ts';
import { CompletionFrames, newCompletion, usageOf } from './completion-stream.ts';
import type { ModelService } from './models.ts';
import { readMessages } from './read-messages.ts';

interface OpenAiRouteParts {
  predictions: PredictionService;
  models: ModelService;
  gate: FlowGate;
}

interface Asking {
  admitted: Entered;
  body: CompletionBody;
  question: PredictionBody;
  reply: FastifyReply;
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
}

/** Flows for clients of OpenAI's chat completions. */
export function openAiRoutes(app: App, { predictions, models, gate }: OpenAiRouteParts): void {
  serve(
    app,
    createCompletion,
    async ({ caller, body, request, reply, signal }) => {
      if ((body.n ?? 1) !== 1) throw refuseCount();
      const flowId = await models.resolve(caller, body.model);
      const entered = await gate.enter(caller, flowId, request, reply, 'message');
      // A program that names its own user asks on behalf of somebody who is no member.
      const admitted = body.user ? { ...entered, callers: callersOf(entered.flow) } : entered;
      const asking = { admitted, body, question: toQuestion(body), reply, signal };
      return body.stream ? answerByStream(app, predictions, asking) : answerWhole(predictions, asking);
    },
    { perMinute: 600 },
  );
  serve(app, listModels, async ({ caller }) => {
    const { object, data } = await models.list(caller);
    return { object, data: data.filter(({ id }) => isForFlow(caller, id)) };
  });
  serve(app, readModel, async ({ caller, params }) => {
    const model = await models.read(caller, params.model);
    if (isForFlow(caller, model.id)) return model;
    throw new AppError('NOT_FOUND', `There is no flow "${params.model}".`);
  });
}

function refuseCount(): AppError {
  const message = 'a flow gives one answer';
  return new AppError('INVALID_INPUT', `n: ${message}`, { details: [{ path: 'n', message }] });
}

function toQuestion({ messages }: CompletionBody): PredictionBody {
  const { uploads, ...asked } = readMessages(messages);
  return { ...asked, ...(uploads.length > 0 && { uploads }), streaming: false };
}

function stopWith(signal: AbortSignal, run: { stop(): void }): void {
  if (signal.aborted) run.stop();
  else signal.addEventListener('abort', () => run.stop(), { once: true });
}

async function answerWhole(predictions: PredictionService, { admitted, body, question, signal }: Asking) {
  const { outcome, text } = await predictions.ask(admitted, question, {
    isOwn: false,
    isStreaming: false,
    signal,
    onAccepted: (run) => stopWith(signal, run),
  });
  if (outcome.status !== 'done' && outcome.status !== 'waiting') throw outcomeFailure(outcome);
  return {
    ...newCompletion(body.model),
    object: 'chat.completion' as const,
    choices: [
      {
        index: 0,
        message: { role: 'assistant' as const, content: text, refusal: null },
        logprobs: null,
        finish_reason: 'stop' as const,
      },
    ],
    usage: usageOf(outcome),
  };
}

async function answerByStream(app: App, predictions: PredictionService, asking: Asking) {
  const { admitted, body, question, reply, signal } = asking;
  const frames = new CompletionFrames(newCompletion(body.model), body.stream_options?.include_usage === true);
  let stream: EventStream | undefined;
  try {
    const { outcome, text } = await predictions.ask(admitted, question, {
      isOwn: false,
      isStreaming: admitted.version.plan.canStream,
      signal,
      onAccepted(run) {
        const opened = openEventStream(app.streams, reply, {
          drainFrame: '',
          errorFrame: (refusal) => `data: ${JSON.stringify(openAiError(refusal))}\n\n`,
        });
        stream = opened;
        run.attach(0, ({ event }) => {
          const written = frames.of(event);
          if (written) opened.write(written);
        });
        stopWith(signal, run);
      },
    });
    if (outcome.status === 'done' || outcome.status === 'waiting') stream?.write(frames.end(text, outcome));
    else throw outcomeFailure(outcome);
  } catch (error) {
    if (!stream) throw error;
    stream.write(`data: ${JSON.stringify(openAiError(toAppError(error)))}\n\n`);
  }
  stream?.close();
  return streamed;
}
