const vendors: readonly (readonly [suffix: string, name: string])[] = [
  ['openai.com', 'openai'],
  ['openai.azure.com', 'azure'],
  ['anthropic.com', 'anthropic'],
  ['googleapis.com', 'google'],
  ['amazonaws.com', 'aws'],
  ['mistral.ai', 'mistral'],
  ['groq.com', 'groq'],
  ['deepseek.com', 'deepseek'],
  ['x.ai', 'xai'],
  ['cohere.com', 'cohere'],
  ['cohere.ai', 'cohere'],
  ['perplexity.ai', 'perplexity'],
  ['together.xyz', 'together'],
  ['huggingface.co', 'huggingface'],
  ['openrouter.ai', 'openrouter'],
  ['elevenlabs.io', 'elevenlabs'],
  ['deepgram.com', 'deepgram'],
  ['cartesia.ai', 'cartesia'],
  ['twilio.com', 'twilio'],
  ['telnyx.com', 'telnyx'],
];

/** The vendor whose host this is; "private" for names and addresses of one's own network, and "other". */
export function hostClass(hostname: string): string {
  const found = vendors.find(([suffix]) => hostname === suffix || hostname.endsWith(`.${suffix}`));
  if (found) return found[1];
  const isPrivate =
    !hostname.includes('.') ||
    /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(hostname) ||
    /\.(local|internal|lan)$/.test(hostname);
  return isPrivate ? 'private' : 'other';
}
