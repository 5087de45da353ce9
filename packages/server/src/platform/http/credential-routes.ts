import { createCredential, deleteCredential, listCredentials } from '@tendril/contract/api/credentials';
import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { listCredentialComponents, readCredentialComponent } from '@tendril/contract/api/nodes';

const reserved: ReadonlySet<EndpointDefinition> = new Set<EndpointDefinition>([
  listCredentials,
  createCredential,
  deleteCredential,
]);
const forms: ReadonlySet<EndpointDefinition> = new Set<EndpointDefinition>([
  listCredentialComponents,
  readCredentialComponent,
]);

/** Whether only keys for secrets may call the endpoint: a key that runs flows must not bring secrets to them. */
export function isForCredentialKeys(endpoint: EndpointDefinition | undefined): boolean {
  return endpoint !== undefined && reserved.has(endpoint);
}

/** Whether keys for secrets may call the endpoint. */
export function isOpenToCredentialKeys(endpoint: EndpointDefinition | undefined): boolean {
  return endpoint !== undefined && (reserved.has(endpoint) || forms.has(endpoint));
}
