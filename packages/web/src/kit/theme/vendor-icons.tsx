import type { LucideIcon, LucideProps } from 'lucide-react';
import { forwardRef } from 'react';
import marks from './vendor-marks.svg?no-inline';

const vendors = [
  'airtable',
  'alibaba',
  'anthropic',
  'apify',
  'arxiv',
  'assemblyai',
  'astra',
  'aws',
  'azure',
  'baidu',
  'brave',
  'cartesia',
  'cerebras',
  'chroma',
  'cloudflare',
  'cohere',
  'cometapi',
  'composio',
  'confluence',
  'deepgram',
  'deepseek',
  'elastic',
  'elevenlabs',
  'exa',
  'figma',
  'firecrawl',
  'fireworks',
  'gitbook',
  'github',
  'google',
  'google-gemini',
  'groq',
  'huggingface',
  'ibm',
  'jina',
  'jira',
  'litellm',
  'localai',
  'meilisearch',
  'mem0',
  'microsoft',
  'milvus',
  'mistral',
  'momento',
  'mongodb',
  'mysql',
  'neo4j',
  'notion',
  'nvidia',
  'ollama',
  'openai',
  'opensearch',
  'oxylabs',
  'perplexity',
  'pinecone',
  'playht',
  'postgres',
  'qdrant',
  'redis',
  'replicate',
  'sambanova',
  'searchapi',
  'searxng',
  'serpapi',
  'serper',
  'singlestore',
  'spider',
  'sqlite',
  'stripe',
  'supabase',
  'tavily',
  'telnyx',
  'together',
  'twilio',
  'unstructured',
  'upstash',
  'vectara',
  'voyage',
  'weaviate',
  'wolfram',
  'xai',
  'zep',
] as const;

/** A mark in its vendor's own colours: one sheet holds them all and comes as a picture, with the first that is drawn. */
const vendorIcon = (name: string): LucideIcon =>
  forwardRef<SVGSVGElement, LucideProps>(function VendorIcon(
    { size = 24, absoluteStrokeWidth: _lines, strokeWidth: _width, ...rest },
    ref,
  ) {
    return (
      // Who draws it names or hides it, as any icon.
      // biome-ignore lint/a11y/noSvgWithoutTitle: the label comes with the other attributes
      <svg
        ref={ref}
        width={size}
        height={size}
        color="var(--text)"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        {...rest}
      >
        <use href={`${marks}#${name}`} />
      </svg>
    );
  });

/** One mark for each vendor of models, speech, databases and services, by the name that declarations give. */
export const vendorIcons: Readonly<Record<string, LucideIcon>> = Object.fromEntries(
  vendors.map((name) => [name, vendorIcon(name)]),
);
