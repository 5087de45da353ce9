import { useQuery } from '@tanstack/react-query';
import type { Call } from '@tendril/contract/api/calls';
import { send } from '../../kit/api/send.ts';
import { type CallLevels, readLevels } from './read-levels.ts';
import { readTrackLevels } from './track-levels.ts';

const steps = 320;
/** A longer recording is not read only to be drawn. */
const longestReadMs = 20 * 60_000;

/** What is read from a recording: its course, and the level of each side. */
interface RecordedSound {
  levels: CallLevels;
  tracks: ReturnType<typeof readTrackLevels>;
}

/** The sound of a recorded call, read once for all that show it; undefined where there is none. */
export function useRecordedSound({ id, recordingUrl, startedAt, endedAt }: Call): RecordedSound | undefined {
  const { data } = useQuery({
    queryKey: ['call', id, 'levels'],
    queryFn: async ({ signal }) => {
      const answer = await send({ method: 'GET', path: recordingUrl ?? '', auth: 'session', signal });
      const wav = await answer.arrayBuffer();
      return { levels: readLevels(wav, steps), tracks: readTrackLevels(wav) };
    },
    enabled: recordingUrl !== null && endedAt !== null && endedAt - (startedAt ?? endedAt) <= longestReadMs,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data;
}
