/** The names that OpenTelemetry has for model vendors, where they differ from ours. */
const standardNames: Readonly<Record<string, string>> = {
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
  vertex: 'gcp.vertex_ai',
  watsonx: 'ibm.watsonx.ai',
  xai: 'x_ai',
};

/** The name of a model vendor in traces. */
export function providerName(provider: string): string {
  return standardNames[provider] ?? provider;
}
