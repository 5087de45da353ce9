import type { FlowData } from '@tendril/contract/flow/flow';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer, Chain } from '@tendril/contract/provider/answer';
import { loadNode, readValues } from './run-node.ts';

const reference = /^\{\{(\w+)\.data\.instance\}\}$/;

/** Asks a small flow whose inputs are plain values and references; the last connected node answers. */
export async function askFlow(flow: FlowData, context: RunContext): Promise<Answer> {
  const made = new Map<string, Promise<unknown>>();

  async function resolve(value: unknown): Promise<unknown> {
    if (Array.isArray(value)) return Promise.all(value.map(resolve));
    const id = typeof value === 'string' ? reference.exec(value)?.[1] : undefined;
    return id ? make(id) : value;
  }

  async function build(id: string): Promise<unknown> {
    const node = flow.nodes.find((candidate) => candidate.id === id);
    if (!node) throw new Error(`There is no node ${id}`);
    const definition = await loadNode(node.data.name);
    const entries = Object.entries(node.data.inputs ?? {}).map(async ([name, value]) => [
      name,
      await resolve(value),
    ]);
    const given = Object.fromEntries(await Promise.all(entries));
    const output = String(node.data.outputs?.['output'] || Object.keys(definition.outputs)[0]);
    const outputs = await definition.run?.(readValues(definition, given) as never, {
      ...context,
      nodeId: id,
      output,
    });
    return outputs?.[output];
  }

  function make(id: string): Promise<unknown> {
    const value = made.get(id) ?? build(id);
    made.set(id, value);
    return value;
  }

  const feeding = new Set(flow.edges.map((edge) => edge.source));
  const ending = flow.nodes.find((node) => !feeding.has(node.id) && node.data.name !== 'stickyNote');
  const chain = (await make(ending?.id ?? '')) as Chain;
  return chain.invoke(context.question, context);
}
