import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { AppError, type ErrorDetail } from '@tendril/contract/app-error';
import type { App } from '../../../platform/http/app.ts';
import { type Handler, serve } from '../../../platform/http/serve.ts';

/** Fields that have another name there, not only another spelling. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^brain\.flowId/, 'response_engine.conversation_flow_id'],
  [/^brain/, 'response_engine'],
  [/^functions/, 'general_tools'],
  [/^postCallFields/, 'post_call_analysis_data'],
  [/^temperature$/, 'model_temperature'],
  [/^allowed(In|Out)boundCountries/, 'allowed$1bound_country_list'],
  [/^connection\.trunkUri/, 'termination_uri'],
  [/^connection\.transport/, 'transport'],
  [/\.versionId$/, '.agent_version'],
  [/^reserved$/, 'reserved_concurrency'],
  [/^providerVoiceId/, 'provider_voice_id'],
];

/** Mounts a route of Retell's API: errors name its fields, not ours. */
export function serveRetell<E extends EndpointDefinition>(app: App, endpoint: E, handler: Handler<E>): void {
  serve(app, endpoint, (async (context) => {
    try {
      return await handler(context);
    } catch (error) {
      throw error instanceof AppError && error.details ? inTheirWords(error, error.details) : error;
    }
  }) as Handler<E>);
}

function inTheirWords(error: AppError, ours: readonly ErrorDetail[]): AppError {
  const details = ours.map(({ path, message }) => ({ path: theirPath(path), message }));
  const [before, after] = [ours[0]?.path ?? '', details[0]?.path ?? ''];
  const message = error.message.startsWith(before)
    ? after + error.message.slice(before.length)
    : error.message;
  return new AppError(error.code, message, { details, cause: error });
}

function theirPath(path: string): string {
  const [pattern, word] = words.find(([one]) => one.test(path)) ?? [];
  const spoken = pattern && word !== undefined ? path.replace(pattern, word) : path;
  // Names inside a path are converted; what follows "headers." is the user's own.
  return spoken
    .split(/(?<=\.headers)\./)
    .map((part, index) => (index === 0 ? part.replace(/[a-z][A-Z]/g, spellOut) : part))
    .join('.');
}

const spellOut = (pair: string) => `${pair[0]}_${pair[1]?.toLowerCase()}`;
