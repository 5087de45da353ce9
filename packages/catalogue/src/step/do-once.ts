import type { RunContext, StepPart } from '@tendril/contract/node/run-context';

function inside(context: RunContext, part: StepPart): RunContext {
  const { isRetried: _, ...outer } = context;
  return {
    ...outer,
    idempotencyKey: part.key,
    ...(part.isRetried && { isRetried: true }),
    part: (name) => part.part(name),
  };
}

/**
 * Does a piece of work inside a step and returns its result, plain JSON; where an earlier attempt at the step has done
 * it, only returns that.
 */
export async function doOnce<T>(
  name: string,
  context: RunContext,
  work: (inner: RunContext) => Promise<T>,
): Promise<T> {
  const part = context.part?.(name);
  if (!part) return work(context);
  if (part.known) return part.known.value as T;
  const value = await work(inside(context, part));
  await part.keep(value);
  return value;
}
