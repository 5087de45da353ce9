import { shortAge } from '../lib/short-age.ts';

/** How old something is; the exact time is in the tooltip. */
export function Age({ at }: { at: number | string }) {
  const time = typeof at === 'number' ? at : Date.parse(at);
  return (
    <time dateTime={new Date(time).toISOString()} title={new Date(time).toLocaleString('en-GB')}>
      {shortAge(time)}
    </time>
  );
}
