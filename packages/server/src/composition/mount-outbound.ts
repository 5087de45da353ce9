import { type BatchCalls, batchCallRoutes, createBatchCalls } from '../features/voice/batch-calls/public.ts';
import { createDoNotCall, doNotCallRoutes } from '../features/voice/do-not-call/public.ts';
import { createPhoneLines, type LedCalls } from '../features/voice/phone-lines/public.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Services } from './services.ts';

type LineParts = Omit<Parameters<typeof createPhoneLines>[1], 'infrastructure' | 'doNotCall'>;

/** Telephone lines, the numbers that are not called on them, and calls that are placed by list. */
export async function mountOutbound(
  app: App,
  infrastructure: Infrastructure,
  { jobs }: Pick<Services, 'jobs'>,
  parts: LineParts,
): Promise<{ ledCalls: LedCalls; batches: BatchCalls }> {
  const doNotCall = createDoNotCall(infrastructure);
  doNotCallRoutes(app, doNotCall);
  const { outbound, ledCalls } = await createPhoneLines(app, { ...parts, infrastructure, doNotCall });
  const batches = createBatchCalls({ ...infrastructure, jobs, calls: parts.calls, outbound, doNotCall });
  batchCallRoutes(app, batches);
  return { ledCalls, batches };
}
