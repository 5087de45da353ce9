import { anchor, output } from '@tendril/contract/node/anchor';
import type { AnyNode, Input } from '@tendril/contract/node/define-node';
import { type Param, param } from '@tendril/contract/node/param';
import { isParamType } from '@tendril/contract/node/param-type';
import type { NodeImplementation } from './implement-node.ts';
import type { InterfaceInput, NodeInterface } from './node-interface.ts';
import { paramOfInput } from './param-of-input.ts';
import { unavailableReason } from './unavailable.data.ts';

/** The icon of a node that has none of its own. */
export const plainIcon = 'box';

/** What categories do in a run, where a node's code does not say otherwise. */
const roles: Readonly<Record<string, AnyNode['role']>> = {
  Agents: 'ending',
  Chains: 'ending',
  Engine: 'ending',
  Memory: 'memory',
  'Sequential Agents': 'pipeline',
};

function anchorOf({ type, label, optional, list }: InterfaceInput): Input {
  const parsesAnswer = type === 'BaseLLMOutputParser';
  const options = {
    label,
    ...(optional && { optional }),
    ...(list && { list }),
    ...(parsesAnswer && { parsesAnswer }),
  };
  return { ...anchor('string', options), type };
}

/** Several forms of one value become one parameter with variants. */
function withVariant(known: Input | undefined, next: Param): Input {
  if (known?.kind !== 'param') return next;
  return { ...known, variants: [...(known.variants ?? []), next] };
}

function inputsOf(row: NodeInterface): Record<string, Input> {
  const inputs: Record<string, Input> = {};
  for (const input of row.inputs) {
    const { name, type, label } = input;
    if (!isParamType(type)) {
      inputs[name] = anchorOf(input);
      continue;
    }
    inputs[name] = withVariant(inputs[name], paramOfInput({ ...input, type }));
    if (input.loadConfig) {
      inputs[`${name}Config`] = param.json({ label, optional: true, hidden: true });
    }
  }
  return inputs;
}

function outputsOf(row: NodeInterface): AnyNode['outputs'] {
  if (row.hideOutput) return {};
  const outputs = row.outputs ?? [{ name: row.name, label: row.type, baseClasses: row.baseClasses }];
  return Object.fromEntries(
    outputs.map(({ name, label, baseClasses = row.baseClasses }) => [
      name,
      output([...baseClasses], { label }),
    ]),
  );
}

function credentialOf(row: NodeInterface, implementation: NodeImplementation | undefined) {
  if (!row.credential) return {};
  const { credentialNames, optional } = row.credential;
  const unless = implementation?.credentialUnless;
  return {
    credential: {
      label: 'Connect Credential',
      names: credentialNames,
      ...(optional && { optional }),
      ...(unless !== undefined && { unless }),
    },
  };
}

/** A node from its interface and what it does; without the latter it can be drawn and kept, but not run. */
export function defineFromInterface(row: NodeInterface, implementation?: NodeImplementation): AnyNode {
  const { credentialUnless: _, inputs: ownInputs, outputs: ownOutputs, ...behaviour } = implementation ?? {};
  const role = row.type === 'StickyNote' ? 'note' : roles[row.category];
  return {
    description: '',
    icon: plainIcon,
    ...(role && { role }),
    ...(role === 'memory' &&
      row.inputs.some(({ name }) => name === 'sessionId') && { sessionParam: 'sessionId' }),
    ...(role === 'pipeline' && { step: { entry: 'sequentialNode' } }),
    ...(implementation ? {} : { unavailable: unavailableReason(row) }),
    ...behaviour,
    name: row.name,
    label: row.label,
    version: row.version,
    category: row.category,
    ...(row.tags && { tags: row.tags }),
    ...credentialOf(row, implementation),
    inputs: { ...inputsOf(row), ...(ownInputs as AnyNode['inputs'] | undefined) },
    outputs: { ...outputsOf(row), ...ownOutputs },
  };
}
