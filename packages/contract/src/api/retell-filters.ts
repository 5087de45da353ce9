import * as z from 'zod';
import { retellId } from './retell-pages.ts';

const text = z.string().max(1000, 'must have at most 1000 characters');
const stringFilter = z.strictObject({
  type: z.literal('string'),
  op: z.enum(['eq', 'ne', 'sw', 'ew', 'co']),
  value: text,
});
export const retellEnumFilter = z.strictObject({
  type: z.literal('enum'),
  op: z.literal('in'),
  value: z.array(text).max(500, 'must have at most 500 values'),
});
const numberFilter = z.strictObject({
  type: z.literal('number'),
  op: z.enum(['eq', 'ne', 'gt', 'ge', 'lt', 'le']),
  value: z.number(),
});
const rangeFilter = z.strictObject({
  type: z.literal('range'),
  op: z.literal('bt'),
  value: z.tuple([z.number(), z.number()], 'must be two numbers'),
});
export const retellBooleanFilter = z.strictObject({
  type: z.literal('boolean'),
  op: z.literal('eq'),
  value: z.boolean(),
});
const presentFilter = z.strictObject({ type: z.literal('present'), op: z.enum(['pr', 'np']) });
const key = { key: z.string().max(200) };
export const retellKeyedFilters = z
  .array(
    z.discriminatedUnion('type', [
      stringFilter.extend(key),
      retellEnumFilter.extend(key),
      numberFilter.extend(key),
      rangeFilter.extend(key),
      retellBooleanFilter.extend(key),
      presentFilter.extend(key),
    ]),
  )
  .max(20, 'must have at most 20 filters')
  .optional();
export type RetellKeyedFilter = NonNullable<z.output<typeof retellKeyedFilters>>[number];
export type RetellFilter =
  | z.output<typeof stringFilter>
  | z.output<typeof retellEnumFilter>
  | z.output<typeof numberFilter>
  | z.output<typeof rangeFilter>
  | z.output<typeof retellBooleanFilter>
  | z.output<typeof presentFilter>;

export const retellAmount = z.discriminatedUnion('type', [numberFilter, rangeFilter]).optional();
export const retellWord = z.discriminatedUnion('type', [stringFilter, retellEnumFilter]).optional();

/** Agents, each in one of its versions if some are given. */
export const retellPicked = z
  .array(z.strictObject({ agent_id: retellId, version: z.array(z.number().int()).max(100).optional() }))
  .max(100, 'must have at most 100 agents')
  .optional();

/** How lists of calls and chats are asked for by pages. */
export const retellSearchPage = {
  include_total: z.boolean().default(false),
  limit: z.number().int().min(1, 'must be 1 to 1000').max(1000, 'must be 1 to 1000').default(50),
  pagination_key: z.string().max(200).optional(),
  skip: z.number().int().min(0).max(100_000).default(0),
  sort_order: z.enum(['ascending', 'descending']).default('descending'),
};
