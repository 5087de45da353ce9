import type { AnyNode } from '@tendril/contract/node/define-node';
import type { RunContext } from '@tendril/contract/node/run-context';

/** A node's own behaviour under another name: what the other form does not ask is at its default. Its first output. */
export async function runTwin(
  native: AnyNode,
  inputs: Readonly<Record<string, unknown>>,
  context: RunContext,
): Promise<unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, input] of Object.entries(native.inputs)) {
    if (name in inputs) values[name] = inputs[name];
    else if (input.kind === 'param') values[name] = input.schema.parse('');
    else values[name] = input.list ? [] : undefined;
  }
  const [output = ''] = Object.keys(native.outputs);
  return (await native.run?.(values as never, { ...context, output }))?.[output];
}
