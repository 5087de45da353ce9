import type { PlannedNode, PlannedParam, PromptVariable } from '../../flow-plan.ts';
import { findReferences } from './references.ts';

/** Whether the parameter's text goes to a model or to a person. */
export function isPrompt({ param }: PlannedParam): boolean {
  return param.isPrompt === true || param.isPromptTemplate === true;
}

/** Why a secret variable is refused in a prompt. */
export function secretInPrompt(node: PlannedNode, { param }: PlannedParam, variable: string): string {
  return (
    `${node.label}: ${param.label} uses the secret variable "${variable}". ` +
    'A prompt goes to the model, and the model may repeat it to anyone who asks. ' +
    'Use the variable in a header or in code, or make it a plain one.'
  );
}

/**
 * The workspace's variables that prompts of these nodes refer to; only the workspace knows which of them are secret.
 */
export function variablesInPrompts(nodes: ReadonlyMap<string, PlannedNode>): PromptVariable[] {
  const found: PromptVariable[] = [];
  for (const node of nodes.values())
    for (const input of node.inputs) {
      if (input.kind !== 'param' || !isPrompt(input)) continue;
      const text = typeof input.raw === 'string' ? input.raw : JSON.stringify(input.raw ?? '');
      for (const reference of findReferences(text)) {
        if (reference.kind !== 'variable') continue;
        const message = secretInPrompt(node, input, reference.name);
        const problem = { code: 'SECRET_IN_PROMPT', nodeId: node.id, input: input.name, message } as const;
        found.push({ variable: reference.name, problem });
      }
    }
  return found;
}
