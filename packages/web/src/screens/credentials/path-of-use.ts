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

/** The page of an object that uses a secret. */
export const pathOfUse = ({ kind, id }: CredentialUse): string => places[kind](id);
