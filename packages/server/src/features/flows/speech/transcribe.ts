import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { RunnableFlow } from '../flows/public.ts';
import { activeProvider } from './active-provider.ts';
import { textOf, unreachable } from './speech-vendor.ts';
import { type SpokenFile, transcribers } from './transcribers.ts';

interface TranscribeParts {
  egress: Egress;
  openCredential(scope: Scope, id: string): Promise<Record<string, string>>;
}

/** Transcribes speech with the provider that the flow's owner has enabled. */
export type Transcribe = (
  flow: Pick<RunnableFlow, 'workspaceId' | 'speechToText'>,
  file: SpokenFile,
  signal?: AbortSignal,
) => Promise<string>;

/** The returned function throws FLOW_INVALID, CREDENTIAL_MISSING, and the vendor's errors. */
export function createTranscribe({ egress, openCredential }: TranscribeParts): Transcribe {
  return async (flow, file, signal) => {
    const provider = activeProvider(flow.speechToText);
    if (!provider) throw new AppError('FLOW_INVALID', 'Speech to text is off for this flow.');
    const transcriber = Object.hasOwn(transcribers, provider.name) ? transcribers[provider.name] : undefined;
    if (!transcriber)
      throw new AppError(
        'FLOW_INVALID',
        `Speech to text by "${provider.name}" is not known here. Choose another.`,
      );
    const credentialId = textOf(provider.settings, 'credentialId');
    const secret = credentialId ? await openCredential(flow, credentialId) : {};
    const { label, needs } = transcriber;
    if (needs && !secret[needs]) throw new AppError('CREDENTIAL_MISSING', `${label} needs a key.`);
    const request = {
      file,
      settings: provider.settings,
      secret,
      fetch: egress.of(flow.workspaceId).fetch,
      signal,
    };
    try {
      return (await transcriber.run(request)).text;
    } catch (error) {
      throw unreachable(label, error);
    }
  };
}
