/** `llm-chain` → `llmChain`. */
export function camelCase(kebab: string): string {
  return kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `llm-chain` → `LlmChain`. */
export function pascalCase(kebab: string): string {
  const camel = camelCase(kebab);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

/** `llm-chain` → `Llm Chain`. */
export function titleCase(kebab: string): string {
  return kebab
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Whether a word is kebab-case and begins with a letter. */
export function isKebabCase(word: string): boolean {
  return /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(word);
}

/** `chatOpenAI_LlamaIndex` → `chat-open-ai-llama-index`. */
export function kebabCase(name: string): string {
  return name
    .replaceAll('_', '-')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}
