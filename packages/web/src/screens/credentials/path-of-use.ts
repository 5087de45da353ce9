import type { CredentialUse } from '@tendril/contract/api/credentials';

const places: Record<CredentialUse['kind'], (id: string) => string> = {
  flow: (id) => `/canvas/${id}`,
  pipeline: (id) => `/agentcanvas/${id}`,
  store: (id) => `/document-stores/${id}`,
  assistant: (id) => `/assistants/custom/${id}`,
  vendorAssistant: () => '/assistants/openai',
  phoneNumber: (id) => `/phone-numbers?number=${id}`,
  voiceAgent: (id) => `/agent/${id}`,
};

/** Where a thing that uses a secret is opened. */
export const pathOfUse = ({ kind, id }: CredentialUse): string => places[kind](id);
