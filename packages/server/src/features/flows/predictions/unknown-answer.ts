const usual = 'I don’t know: the documents that I may use say nothing about this.';

/** What a flow says where its knowledge has nothing on a question; undefined where that is left to its model. */
export function unknownAnswerOf(chatbotConfig: Readonly<Record<string, unknown>> = {}): string | undefined {
  const settings = chatbotConfig['unknownAnswer'] as Record<string, unknown> | null | undefined;
  if (settings?.['status'] !== true) return undefined;
  const { text } = settings;
  return (typeof text === 'string' && text.trim()) || usual;
}
