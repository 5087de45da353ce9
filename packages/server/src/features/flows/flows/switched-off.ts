/** Whether a flow's owner has disabled a part of its chat; the default is enabled. */
export function isSwitchedOff(
  { chatbotConfig }: { readonly chatbotConfig: Readonly<Record<string, unknown>> },
  part: 'leads' | 'chatFeedback',
): boolean {
  const settings = chatbotConfig[part] as { status?: unknown } | null | undefined;
  return settings?.status === false;
}
