import type { FlowNode } from '@tendril/contract/flow/flow';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { Report } from './drawn-step.ts';

/** The stored credential that a step or a component refers to. */
export function credentialOf({ data }: FlowNode): string | undefined {
  const { inputs = {}, credential } = data;
  const ids = [inputs['FLOWISE_CREDENTIAL_ID'], credential, inputs['credential']];
  return ids.find((id): id is string => typeof id === 'string' && id !== '');
}

/** Reports a credential that is needed and missing. */
export function checkCredential(node: FlowNode, { credential }: AnyNode, report: Report): void {
  if (!credential || credential.optional || credentialOf(node) !== undefined) return;
  if (credential.unless && node.data.inputs?.[credential.unless]) return;
  const message = `${node.data.label} needs a key. Add one, or use the demo model.`;
  report({ code: 'CREDENTIAL_MISSING', nodeId: node.id, input: 'credential', message });
}
