import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { studioPrefix } from './prefixes.ts';
import { sourceCheck } from './source-check.ts';

const tag = 'Prediction';

/** Files inside a JSON body make it long. */
export const uploadBytes = 32 * 1024 * 1024;

/** As long as a question: it becomes one. */
const longestForm = 1_000_000;

/** A session or chat id of a client: text, never an object. */
export const conversationId = z.string().min(1).max(255);

export const historyMessage = z.object({
  role: z.enum(['apiMessage', 'userMessage']),
  content: z.string().max(1_000_000),
});

/** A file, a recording or an address that accompanies a question. */
export const questionUpload = z.object({
  data: z.string().optional(),
  type: z.enum(['file', 'file:full', 'file:rag', 'audio', 'url', 'stored-file']),
  name: z.string().max(255),
  mime: z.string().max(255).optional(),
});

/** A person's decision, as clients of agent flows send it. */
export const humanInput = z.object({
  type: z.enum(['proceed', 'reject']),
  startNodeId: z.string().max(128).optional(),
  feedback: z.string().max(10_000).optional(),
});

/** Body of a run by API, as clients of Flowise send it. Unknown keys are dropped. */
export const predictionBody = z
  .object({
    question: z.string().max(1_000_000).default(''),
    chatId: conversationId.optional(),
    sessionId: conversationId.optional(),
    overrideConfig: z.record(z.string(), z.unknown()).optional(),
    history: z.array(historyMessage).max(1000).optional(),
    uploads: z.array(questionUpload).max(20).optional(),
    streaming: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
      .default(false),
    leadEmail: z.string().max(254).optional(),
    stopNodeId: z.string().max(128).optional(),
    /** The action of the answer that waits, sent back with the button's words as the question. */
    action: z
      .looseObject({
        id: z.string().max(255).optional(),
        mapping: z.looseObject({ approve: z.string().optional(), reject: z.string().optional() }).optional(),
        /** Ours: what the person adds to the decision. */
        note: z.string().max(10_000).optional(),
      })
      .nullish(),
    /** Of an agent flow that begins with a form: its values by name. */
    form: z
      .record(z.string(), z.unknown())
      .refine(
        (form) => JSON.stringify(form).length <= longestForm,
        `must not be longer than ${longestForm} characters`,
      )
      .optional(),
    /** A person's decision on the latest run of the session that waits; of agent flows. */
    humanInput: humanInput.optional(),
  })
  .meta({ examples: [{ question: 'Hello' }] });
export type PredictionBody = z.output<typeof predictionBody>;

const sourceDocument = z.looseObject({
  pageContent: z.string(),
  metadata: z.record(z.string(), z.unknown()),
});

/** The response of a run that does not stream. */
export const predictionAnswer = z.object({
  text: z.string().optional(),
  json: z.unknown().optional(),
  question: z.string(),
  chatId: z.string(),
  chatMessageId: id,
  sessionId: z.string(),
  /** Ours: id of the run, for its trace. */
  runId: id,
  memoryType: z.string().optional(),
  sourceDocuments: z.array(sourceDocument).optional(),
  usedTools: z.array(z.looseObject({ tool: z.string() })).optional(),
  agentReasoning: z.array(z.looseObject({ agentName: z.string() })).optional(),
  /** Set while the run waits for a person. */
  action: z.looseObject({ id: z.string() }).optional(),
  /** JSON text of a list of questions. */
  followUpPrompts: z.string().optional(),
  /** What of the answer its sources do not bear out, where that was checked. */
  sourceCheck: sourceCheck.optional(),
  isStreamValid: z.boolean(),
  /** Of agent flows: the run as an execution, with what each node did. */
  executionId: id.optional(),
  agentFlowExecutedData: z.array(z.looseObject({ nodeId: z.string() })).optional(),
  /** The values of the form that it began with. */
  form: z.record(z.string(), z.unknown()).optional(),
});
export type PredictionAnswer = z.output<typeof predictionAnswer>;

/** The two routes respond with JSON, or with Flowise's event frames when `streaming` was requested and the flow can. */
export const predict = endpoint({
  method: 'POST',
  path: `${studioPrefix}/prediction/:id`,
  auth: 'flow',
  permits: 'flows:run',
  tag,
  summary: 'Asks a flow.',
  params: idParams,
  body: predictionBody,
  bodyLimit: uploadBytes,
  files: true,
  response: predictionAnswer,
});

export const predictInternally = endpoint({
  method: 'POST',
  path: `${studioPrefix}/internal-prediction/:id`,
  auth: 'session',
  permits: 'flows:run',
  tag,
  summary: 'Asks a flow as the signed-in person.',
  params: idParams,
  body: predictionBody,
  bodyLimit: uploadBytes,
  files: true,
  response: predictionAnswer,
});

export const abortChat = endpoint({
  method: 'PUT',
  path: `${studioPrefix}/chatmessage/abort/:chatflowid/:chatid`,
  auth: 'flow',
  permits: 'flows:run',
  tag,
  summary: 'Stops the running answer of a chat.',
  params: z.strictObject({ chatflowid: id, chatid: conversationId }),
  body: z.unknown().optional(),
  response: z.object({ status: z.number(), message: z.string() }),
});
