import type { PredictionBody } from '@tendril/contract/api/predictions';
import type { NodeServices, QuestionImage } from '@tendril/contract/node/run-context';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { FastifyRequest } from 'fastify';
import type { RunnableFlow } from '../flows/public.ts';

/** A question's attachments, as its run needs them and as the message stores them. */
export interface QuestionUploads {
  /** Text of files, for `{{file_attachment}}`. */
  attachment: string;
  images: QuestionImage[];
  /** The transcript, when the question was spoken. */
  spoken: string;
  /** JSON for the message: names and types, no bytes. */
  stored: string | null;
}

/** The flow that a question is for, and the chat it belongs to. */
export interface AskedFlow {
  flow: RunnableFlow;
  plan: Pick<FlowPlan, 'nodes'>;
  chatId: string;
  signal?: AbortSignal | undefined;
  /** Where a visitor comes from; absent for members and keys of the workspace. */
  visitor?: string | undefined;
}

/** Processes the `uploads` of a question. */
export interface QuestionUploadService {
  /**
   * Throws INVALID_INPUT naming the upload at fault, UNSUPPORTED_MEDIA_TYPE, TOO_LARGE, and the errors of
   * transcription.
   */
  take(asked: AskedFlow, uploads: PredictionBody['uploads']): Promise<QuestionUploads>;
}

/** A question from a form, in the shape of one that came as JSON. */
export interface QuestionForm {
  body: PredictionBody;
  plan: FlowPlan;
  provided: Pick<NodeServices, 'readFile'>;
}

/** A form's flow with the plan that answers it, and the visitor who sent it. */
export interface AskedForm {
  flow: RunnableFlow;
  version: { readonly plan: FlowPlan };
  visitor?: { readonly from: string; chatOf(name: string): string };
}

/** Reads questions that come as forms, with their files. */
export interface QuestionForms {
  /** Throws INVALID_INPUT, TOO_LARGE or UNSUPPORTED_MEDIA_TYPE. */
  read(asked: AskedForm, request: FastifyRequest): Promise<QuestionForm>;
}
