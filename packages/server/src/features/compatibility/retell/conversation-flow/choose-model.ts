import type { Credential } from '@tendril/contract/api/credentials';
import { llmOptions } from '@tendril/contract/voice/llm-options';
import type { Scope } from '../../../../platform/db/scope.ts';
import type { FlowMeans } from './flow-means.ts';

const vendors = {
  openai: { node: 'chatOpenAI', kind: 'openAIApi' },
  anthropic: { node: 'chatAnthropic', kind: 'anthropicApi' },
  google: { node: 'chatGoogleGenerativeAI', kind: 'googleGenerativeAI' },
} as const;
type Vendor = keyof typeof vendors;

const byPrefix: readonly (readonly [string, Vendor])[] = [
  ['claude', 'anthropic'],
  ['gemini', 'google'],
  ['gpt', 'openai'],
];
const usual = 'gpt-4.1';

/** How models of conversation flows become steps' models: with the workspace's newest key of the vendor. */
export async function chooseModels(
  scope: Scope,
  listCredentials: (scope: Scope, kind: string) => Promise<Pick<Credential, 'id'>[]>,
): Promise<FlowMeans['model']> {
  const keys = new Map<Vendor, string>();
  for (const vendor of Object.keys(vendors) as Vendor[]) {
    const [newest] = await listCredentials(scope, vendors[vendor].kind);
    if (newest) keys.set(vendor, newest.id);
  }
  return (choice, temperature) => {
    const wanted = choice?.model ?? usual;
    const option = llmOptions.find(({ id }) => id === wanted);
    const vendor =
      option?.provider ?? byPrefix.find(([prefix]) => wanted.startsWith(prefix))?.[1] ?? 'openai';
    const key = keys.get(vendor);
    const config = {
      modelName: option?.modelId ?? wanted,
      ...(typeof temperature === 'number' && { temperature }),
      ...(key !== undefined && { FLOWISE_CREDENTIAL_ID: key, credential: key }),
    };
    return { name: vendors[vendor].node, config };
  };
}
