/** Whether a flow's owner has switched a part of its chat off; a part that was never set up stays open. */
export function isSwitchedOff(
  { chatbotConfig }: { readonly chatbotConfig: Readonly<Record<string, unknown>> },
  part: 'leads' | 'chatFeedback',
): boolean {
  const settings = chatbotConfig[part] as { status?: unknown } | null | undefined;
  return settings?.status === false;
}
