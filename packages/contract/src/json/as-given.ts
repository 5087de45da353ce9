import type * as z from 'zod';

/**
 * A schema that only checks: the value itself is passed on, so that its keys keep their order, where an object schema
 * writes its own first. For schemas that add and change nothing.
 */
export function asGiven<S extends z.ZodType>(schema: S): S {
  const { run } = schema._zod;
  schema._zod.run = (payload, context) => {
    const { value } = payload;
    const keep = (checked: z.core.ParsePayload) => {
      checked.value = value;
      return checked;
    };
    const checked = run(payload, context);
    return checked instanceof Promise ? checked.then(keep) : keep(checked);
  };
  return schema;
}
