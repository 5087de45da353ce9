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
import { AgentFlowFrames } from './agent-flow-frames.ts';
import type { FlowGate } from './flow-gate.ts';
import { abortFrame, endFrame, FlowiseFrames, frame } from './flowise-frames.ts';
import { plannedPredecessors } from './planned-predecessors.ts';
import { answerMarks, hasAnswer, toFailure, toPredictionAnswer, turnMarks } from './prediction-answer.ts';
import type { PredictionService } from './predictions.ts';
import type { AskedBy } from './prepare-turn.ts';
import type { QuestionForms } from './question-intake.ts';
import { saysItStreams } from './says-it-streams.ts';
import type { Admitted, Preparation } from './turn-runner.ts';

/** A question that has been admitted, and how it is answered. */
interface Asking {
  admitted: Admitted;
  body: PredictionBody;
  isOwn: boolean;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborts when the client has disconnected: an answer that nobody waits for is not paid for. */
  signal: AbortSignal;
  /** What started the run, where no question did. */
  started?: Pick<AskedBy, 'source' | 'trigger' | 'runId'>;
  /** Called once the run is on disk. */
  onAccepted?(): void;
  /** Files of a form, in place of the files of loaders. */
  provided?: Preparation['provided'];
}

const options = { alias: true };

/** Routes that ask a flow; also under `/api/v1`. */
export function predictionRoutes(
  app: App,
  predictions: PredictionService,
  gate: FlowGate,
  forms: QuestionForms,
): void {
  const answer = async (given: Asking) => {
    const asking = given.request.isMultipart() ? await readForm(forms, given) : given;
    const wantsStream =
      asking.body.streaming && saysItStreams(asking.admitted.flow, asking.admitted.version.plan);
    return wantsStream ? answerByStream(app, predictions, asking) : answerByJson(predictions, asking);
  };

  const asked = gate.admission(predict, ({ id }) => id, 'message');
  serve(
    app,
    predict,
    ({ body, request, reply, signal }) =>
      answer({ admitted: asked.of(request), body, isOwn: false, request, reply, signal }),
    { ...options, admit: asked.admit },
  );

  serve(
    app,
    predictInternally,
    async ({ caller, params, body, request, reply, signal }) => {
      const admitted = await gate.enterOwn(caller, params.id);
      return answer({ admitted, body, isOwn: true, request, reply, signal });
    },
    options,
  );

  const stopped = gate.admission(abortChat, ({ chatflowid }) => chatflowid);
  serve(
    app,
    abortChat,
    async ({ params, request }) => {
      const { flow, chatOf } = stopped.of(request);
      const count = await predictions.abort(flow, chatOf(params.chatid));
      return { status: 200, message: count > 0 ? 'The answer was stopped.' : 'No answer was being written.' };
    },
    { ...options, admit: stopped.admit },
  );
}

async function readForm(forms: QuestionForms, asking: Asking): Promise<Asking> {
  const { admitted } = asking;
  const { body, plan, provided } = await forms.read(admitted, asking.request);
  return { ...asking, body, provided, admitted: { ...admitted, version: { ...admitted.version, plan } } };
}

/** Answers once the flow has: with its answer, or its failure. */
export async function answerByJson(
  predictions: Pick<PredictionService, 'ask'>,
  { admitted, body, isOwn, reply, signal, provided, started, onAccepted }: Omit<Asking, 'request'>,
) {
  let answering: Parameters<Parameters<PredictionService['ask']>[2]['onAccepted']>[0] | undefined;
  const { outcome } = await predictions.ask(admitted, body, {
    isOwn,
    isStreaming: false,
    signal,
    ...(provided && { provided }),
    ...started,
    onAccepted(run) {
      answering = run;
      onAccepted?.();
      stopWith(signal, run);
    },
  });
  if (!hasAnswer(outcome) || !answering) throw toFailure(outcome);
  // Serialized here and not by the endpoint's schema: the answer has named keys only, and this is the hot path.
  reply.type('application/json; charset=utf-8');
  reply.send(JSON.stringify(toPredictionAnswer(answering, admitted, outcome)));
  return streamed;
}

/** Answers in Flowise's frames, from the moment the run is on disk. */
export async function answerByStream(
  app: Pick<App, 'streams'>,
  predictions: Pick<PredictionService, 'ask'>,
  asking: Asking,
) {
  const { admitted, body, isOwn, request, reply, signal, provided, started } = asking;
  const { flow, version } = admitted;
  const frames =
    flow.type === 'AGENTFLOW' ? new AgentFlowFrames(plannedPredecessors(version.plan)) : new FlowiseFrames();
  let stream: ReturnType<typeof openEventStream> | undefined;
  try {
    let marks = {};
    const { outcome, text } = await predictions.ask(admitted, body, {
      isOwn,
      isStreaming: admitted.version.plan.canStream,
      signal,
      ...(provided && { provided }),
      ...started,
      onAccepted(run) {
        asking.onAccepted?.();
        // By it a caller whose connection breaks follows the run.
        reply.header('x-run-id', run.id);
        const opened = openEventStream(app.streams, reply, {
          drainFrame: '',
          errorFrame: ({ message }) => frame('error', message) + endFrame,
        });
        stream = opened;
        marks = turnMarks(run, admitted);
        run.attach(0, ({ event, at }) => {
          const written = frames.of(event, at);
          if (written) opened.write(written);
        });
        stopWith(signal, run);
      },
    });
    if (hasAnswer(outcome))
      stream?.write(
        frames.rest(outcome.answer ?? {}, text) +
          frames.ended(outcome) +
          frame('metadata', { ...marks, ...answerMarks(outcome, admitted) }),
      );
    else if (outcome.status === 'cancelled') stream?.write(frames.ended(outcome) + abortFrame);
    else stream?.write(frames.ended(outcome) + frame('error', toFailure(outcome).message));
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
