import type { RunnableFlow } from '../flows/public.ts';

/** A setting of the flow: whether its runs go on after the server was killed, instead of ending as interrupted. */
export function goesOnAfterCrash({ chatbotConfig }: Pick<RunnableFlow, 'chatbotConfig'>): boolean {
  return chatbotConfig['resumesAfterCrash'] !== false;
}
