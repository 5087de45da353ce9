import type { CredentialTable, FlowSecretTable } from '../db/schema.ts';
import type { SealedPlace } from './sealed-place.ts';

/** Where the values of a stored credential are. */
export function credentialPlace({
  workspaceId,
  id,
  name,
}: Pick<CredentialTable, 'workspaceId' | 'id' | 'name'>): SealedPlace {
  return {
    workspaceId,
    column: 'credential.encryptedData',
    key: id,
    label: `The secret “${name}”`,
    remedy: 'Enter its values again under Secrets.',
  };
}

/** Where the value of a password parameter of a flow is. */
export function flowSecretPlace({
  workspaceId,
  id,
  nodeId,
  inputName,
}: Pick<FlowSecretTable, 'workspaceId' | 'id' | 'nodeId' | 'inputName'>): SealedPlace {
  const field = inputName === null ? 'A password field' : `The field “${inputName}”`;
  return {
    workspaceId,
    column: 'flow_secret.encryptedData',
    key: id,
    label: nodeId === null ? `${field} of this flow` : `${field} of the node “${nodeId}”`,
    remedy: 'Enter it again in the flow.',
  };
}
