import {
  abortChat,
  type PredictionBody,
  predict,
  predictInternally,
} from '@tendril/contract/api/predictions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../../platform/http/app.ts';
import { toAppError } from '../../../platform/http/errors.ts';
import { openEventStream, streamed } from '../../../platform/http/event-stream.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { QuestionForms } from '../uploads/question-forms.service.ts';
import { isVisitor } from './flow-access.ts';
import { abortFrame, endFrame, FlowiseFrames, frame } from './flowise-frames.ts';
import { answerMarks, hasAnswer, toFailure, toPredictionAnswer, turnMarks } from './prediction-answer.ts';
import type { PredictionService } from './predictions.service.ts';
import type { Admitted, Preparation } from './turn-runner.ts';
import type { createVisitorRules } from './visitor-rules.ts';

interface Asking {
  admitted: Admitted;
  body: PredictionBody;
  isOwn: boolean;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborts when the client has gone: an answer that nobody waits for is not paid for. */
  signal: AbortSignal;
  /** Files of a form, for the loaders they stand in for. */
  provided?: Preparation['provided'];
}

const alias = { alias: true };

/** Routes that ask a flow; also under `/api/v1`. */
export function predictionRoutes(
  app: App,
  predictions: PredictionService,
  visitors: ReturnType<typeof createVisitorRules>,
  forms: QuestionForms,
): void {
  const answer = async (given: Asking) => {
    const asking = given.request.isMultipart() ? await readForm(forms, given) : given;
    const wantsStream = asking.body.streaming && asking.admitted.version.plan.canStream;
    return wantsStream ? answerByStream(app, predictions, asking) : answerByJson(predictions, asking);
  };

  serve(
    app,
    predict,
    async ({ caller, params, body, request, reply, signal }) => {
      const admitted = await predictions.admit(caller, params.id);
      if (isVisitor(caller, admitted.flow)) visitors.check(admitted.flow, request, reply);
      return answer({ admitted, body, isOwn: false, request, reply, signal });
    },
    alias,
  );

  serve(
    app,
    predictInternally,
    async ({ caller, params, body, request, reply, signal }) => {
      const admitted = await predictions.admit(caller, params.id);
      return answer({ admitted, body, isOwn: true, request, reply, signal });
    },
    alias,
  );

  serve(
    app,
    abortChat,
    async ({ caller, params }) => {
      const count = await predictions.abort(caller, params.chatflowid, params.chatid);
      return { status: 200, message: count > 0 ? 'The answer was stopped.' : 'No answer was being written.' };
    },
    alias,
  );
}

async function readForm(forms: QuestionForms, asking: Asking): Promise<Asking> {
  const { flow, version } = asking.admitted;
  const { body, plan, provided } = await forms.read({ flow, plan: version.plan }, asking.request);
  return { ...asking, body, provided, admitted: { flow, version: { ...version, plan } } };
}

async function answerByJson(
  predictions: PredictionService,
  { admitted, body, isOwn, reply, signal, provided }: Asking,
) {
  let answering: Parameters<Parameters<PredictionService['ask']>[2]['onAccepted']>[0] | undefined;
  const { outcome } = await predictions.ask(admitted, body, {
    isOwn,
    isStreaming: false,
    signal,
    ...(provided && { provided }),
    onAccepted(run) {
      answering = run;
      stopWith(signal, run);
    },
  });
  if (!hasAnswer(outcome) || !answering) throw toFailure(outcome);
  // Written here and not by the endpoint's schema: the answer is made of named keys, and this is the hot path.
  reply.type('application/json; charset=utf-8');
  reply.send(JSON.stringify(toPredictionAnswer(answering, admitted.version.plan, outcome)));
  return streamed;
}

async function answerByStream(app: App, predictions: PredictionService, asking: Asking) {
  const { admitted, body, isOwn, request, reply, signal, provided } = asking;
  const frames = new FlowiseFrames();
  let stream: ReturnType<typeof openEventStream> | undefined;
  try {
    let marks = {};
    const { outcome, text } = await predictions.ask(admitted, body, {
      isOwn,
      isStreaming: true,
      signal,
      ...(provided && { provided }),
      onAccepted(run) {
        const opened = openEventStream(app.streams, reply, {
          drainFrame: '',
          errorFrame: ({ message }) => frame('error', message) + endFrame,
        });
        stream = opened;
        marks = turnMarks(run, admitted.version.plan);
        run.attach(0, ({ event }) => {
          const written = frames.of(event);
          if (written) opened.write(written);
        });
        stopWith(signal, run);
      },
    });
    if (hasAnswer(outcome))
      stream?.write(
        frames.rest(outcome.answer ?? {}, text) + frame('metadata', { ...marks, ...answerMarks(outcome) }),
      );
    else if (outcome.status === 'cancelled') stream?.write(abortFrame);
    else stream?.write(frame('error', toFailure(outcome).message));
  } catch (error) {
    if (!stream) throw error;
    request.log.error({ err: error }, 'a streamed answer failed');
    stream.write(frame('error', toAppError(error).message));
  }
  stream?.write(endFrame);
  stream?.close();
  return streamed;
}

function stopWith(signal: AbortSignal, run: { stop(): void }): void {
  if (signal.aborted) run.stop();
  else signal.addEventListener('abort', () => run.stop(), { once: true });
}
