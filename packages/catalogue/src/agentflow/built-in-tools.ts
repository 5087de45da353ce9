import type { LanguageModelV4ProviderTool } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { ToolSet } from 'ai';

type Load = () => Promise<ToolSet[string]>;

/** Tools that vendors run themselves, by their names in forms; the key before the dot is what the model calls them. */
const known: Readonly<Record<string, { name: string; load: Load }>> = {
  web_search_preview: {
    name: 'web_search_preview',
    load: async () => (await import('@ai-sdk/openai')).openai.tools.webSearchPreview({}),
  },
  code_interpreter: {
    name: 'code_interpreter',
    load: async () => (await import('@ai-sdk/openai')).openai.tools.codeInterpreter({}),
  },
  image_generation: {
    name: 'image_generation',
    load: async () => (await import('@ai-sdk/openai')).openai.tools.imageGeneration({}),
  },
  urlContext: {
    name: 'url_context',
    load: async () => (await import('@ai-sdk/google')).google.tools.urlContext({}),
  },
  googleSearch: {
    name: 'google_search',
    load: async () => (await import('@ai-sdk/google')).google.tools.googleSearch({}),
  },
  codeExecution: {
    name: 'code_execution',
    load: async () => (await import('@ai-sdk/google')).google.tools.codeExecution({}),
  },
  web_search_20250305: {
    name: 'web_search',
    load: async () => (await import('@ai-sdk/anthropic')).anthropic.tools.webSearch_20250305({}),
  },
  web_fetch_20250910: {
    name: 'web_fetch',
    load: async () => (await import('@ai-sdk/anthropic')).anthropic.tools.webFetch_20250910({}),
  },
  code_execution_20250825: {
    name: 'code_execution',
    load: async () => (await import('@ai-sdk/anthropic')).anthropic.tools.codeExecution_20250825({}),
  },
};

/** The chosen tools in the form of the agent loop. Throws FLOW_INVALID for an unknown one. */
export async function openBuiltInTools(names: readonly string[]): Promise<ToolSet> {
  const entries = names.map(async (chosen) => {
    const tool = Object.hasOwn(known, chosen) ? known[chosen] : undefined;
    if (!tool) throw new AppError('FLOW_INVALID', `There is no built-in tool "${chosen}".`);
    return [tool.name, await tool.load()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The same tools in the form of a single call of a model. */
export function toProviderTools(tools: ToolSet): LanguageModelV4ProviderTool[] {
  return Object.entries(tools).flatMap(([name, tool]) =>
    tool.type === 'provider' ? [{ type: 'provider' as const, id: tool.id, name, args: tool.args }] : [],
  );
}

/** The model in the form in which it has such tools. */
export function withBuiltIn(model: ChatModel): ChatModel {
  return model.languageWithBuiltIn ? { ...model, language: model.languageWithBuiltIn } : model;
}
