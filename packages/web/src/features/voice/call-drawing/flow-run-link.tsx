import { useQuery } from '@tanstack/react-query';
import { readFlow } from '@tendril/contract/api/flows';
import { call } from '../../../kit/api/call.ts';
import { RequestError } from '../../../kit/api/request-error.ts';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';

/** A link to the run of the flow that answered: its canvas with the run's trace open. */
export function FlowRunLink({ flowId, runId }: { flowId: string; runId: string }) {
  const t = useTexts(voiceCallTexts);
  const { data: flow, error } = useQuery({
    queryKey: ['flows', 'answering', flowId],
    queryFn: ({ signal }) => call(readFlow, { params: { id: flowId }, signal }),
  });
  const isGone = error instanceof RequestError && error.status === 404;
  const canvas = flow?.type === 'CHATFLOW' ? 'canvas' : 'agentcanvas';
  return (
    <>
      {t('flowRun', { name: flow?.name ?? '' })}{' '}
      {flow && (
        <a href={`/${canvas}/${flowId}?run=${runId}`} target="_blank" rel="noreferrer">
          {t('openRun')}
        </a>
      )}
      {isGone && t('flowGone')}
    </>
  );
}
