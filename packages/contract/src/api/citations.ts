import * as z from 'zod';
import type { Block, Place } from '../provider/block.ts';
import { endpoint } from './endpoint.ts';
import { id } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Citations';
const ofAnswer = `${studioPrefix}/citations/:flowId/:messageId/:number`;
const ofChunk = `${studioPrefix}/document-store/cited/:storeId/:chunkId`;

const answerParams = z.strictObject({
  flowId: id,
  messageId: id,
  /** The place among the answer's sources, from 1. */
  number: z.coerce.number().int().min(1).max(999),
});
/** Visitors name the chat that the answer was given in; nobody else has to. */
const answerQuery = z.strictObject({ chatId: z.string().max(255).optional() });
const chunkParams = z.strictObject({ storeId: id, chunkId: id });

const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const range = z.tuple([z.number(), z.number()]);

/** As in `provider/block.ts`; what is stored is of whatever release wrote it. */
const place: z.ZodType<Place> = z.object({
  page: z.number().int().optional(),
  boxes: z.array(box).optional(),
  lines: range.optional(),
  slide: z.number().int().optional(),
  sheet: z.string().optional(),
  cells: z.string().optional(),
  time: range.optional(),
  anchor: z.string().optional(),
}) as z.ZodType<Place>;

/** A list of places that a chunk carries; anything else is none. */
export const placeList = z.array(place);

const block: z.ZodType<Block> = z.object({
  kind: z.enum(['heading', 'text', 'list', 'table', 'code', 'caption', 'figure']),
  level: z.number().int().optional(),
  text: z.string(),
  path: z.array(z.string()).optional(),
  place,
}) as z.ZodType<Block>;

/**
 * How a document is shown: a PDF by its pages, text by its lines, sound by its time, a picture as it is, everything else
 * by its blocks. `passage`: it is not kept, and only what was found of it can be read.
 */
const citedView = z.enum(['pdf', 'blocks', 'lines', 'sound', 'picture', 'passage']);
export type CitedView = z.output<typeof citedView>;

/** A document that an answer cites, in the version that it was given from. */
const citedDocument = z.object({
  title: z.string(),
  /** The file's name; empty where there is none. */
  name: z.string(),
  view: citedView,
  /** Bytes of the file; null where it is not kept. */
  size: z.number().nullable(),
  /** What was found, as the model got it. */
  text: z.string(),
  path: z.array(z.string()),
  places: placeList,
  /** It was deleted from the knowledge base, or replaced there, since. */
  isOlder: z.boolean(),
});
export type CitedDocument = z.output<typeof citedDocument>;

/** The part of a document around what was cited. */
const citedBlocks = z.object({
  blocks: z.array(block),
  /** Which of them the passage is made of. */
  cited: z.array(z.number().int()),
  /** More of the document is before and after them. */
  hasBefore: z.boolean(),
  hasAfter: z.boolean(),
});
export type CitedBlocks = z.output<typeof citedBlocks>;

const flowAccess = { auth: 'flow', permits: 'conversations:read' } as const;
const storeAccess = { auth: 'sessionOrKey', permits: 'knowledge:read' } as const;

export const readCitation = endpoint({
  method: 'GET',
  path: ofAnswer,
  ...flowAccess,
  tag,
  summary:
    'The document that an answer cites, and where in it; visitors only where the flow lets them open documents.',
  params: answerParams,
  query: answerQuery,
  response: citedDocument,
});

export const readCitationBlocks = endpoint({
  method: 'GET',
  path: `${ofAnswer}/blocks`,
  ...flowAccess,
  tag,
  summary: 'The part of a cited document around the passage, as blocks.',
  params: answerParams,
  query: answerQuery,
  response: citedBlocks,
});

export const readCitationFile = endpoint({
  method: 'GET',
  path: `${ofAnswer}/file`,
  ...flowAccess,
  tag,
  summary: 'The bytes of a cited document, or a range of them.',
  params: answerParams,
  query: answerQuery,
  media: 'application/octet-stream',
});

export const readChunkDocument = endpoint({
  method: 'GET',
  path: ofChunk,
  ...storeAccess,
  tag,
  summary: 'The document that a chunk is of, and where in it.',
  params: chunkParams,
  response: citedDocument,
});

export const readChunkBlocks = endpoint({
  method: 'GET',
  path: `${ofChunk}/blocks`,
  ...storeAccess,
  tag,
  summary: "The part of a chunk's document around it, as blocks.",
  params: chunkParams,
  response: citedBlocks,
});

export const readChunkFile = endpoint({
  method: 'GET',
  path: `${ofChunk}/file`,
  ...storeAccess,
  tag,
  summary: "The bytes of a chunk's document, or a range of them.",
  params: chunkParams,
  media: 'application/octet-stream',
});
