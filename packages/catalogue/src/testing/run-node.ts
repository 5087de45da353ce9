import type { AnyNode } from '@tendril/contract/node/define-node';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer, Chain } from '@tendril/contract/provider/answer';
import { createCatalogue } from '../catalogue.ts';

const catalogue = createCatalogue();

/** A node's inputs as the engine would pass them: parameters parsed by their schema, lists never absent. */
export function readValues(node: AnyNode, given: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, input] of Object.entries(node.inputs)) {
    if (input.kind === 'anchor') values[name] = given[name] || (input.list ? [] : undefined);
    else if (input.type === 'tabs') values[name] = given[name];
    else values[name] = input.schema.parse(given[name] ?? '');
  }
  return values;
}

export async function loadNode(name: string): Promise<AnyNode> {
  const node = await catalogue.load(name);
  if (!node) throw new Error(`There is no node ${name}`);
  return node;
}

/** Runs a node by name and returns one of its outputs; `T` is the type of that value. */
export async function runNode<T>(
  name: string,
  given: Record<string, unknown>,
  context: RunContext,
  output = name,
): Promise<T> {
  const node = await loadNode(name);
  const outputs = await node.run?.(readValues(node, given) as never, { ...context, output });
  return outputs?.[output] as T;
}

/** Creates a chain or an agent by name and asks it. */
export async function askChain(
  name: string,
  given: Record<string, unknown>,
  context: RunContext,
): Promise<Answer> {
  const chain = await runNode<Chain>(name, given, context);
  return chain.invoke(context.question, context);
}
