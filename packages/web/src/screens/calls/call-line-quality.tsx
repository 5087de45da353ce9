import type { LineQuality } from '@tendril/contract/call-event';
import type { CallView } from '../../features/voice/call-view.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';

const sides = ['caller', 'agent'] as const;
const counts = ['received', 'lost', 'late'] as const;

/** How each side's sound came through the network; nothing where nobody has counted. */
export function CallLineQuality({ quality }: Pick<CallView, 'quality'>) {
  const t = useTexts(callsTexts);
  const counted = sides.flatMap((side) => (quality[side] ? [{ side, figures: quality[side] }] : []));
  if (counted.length === 0) return null;
  return (
    <>
      <table aria-label={t('packets')}>
        <thead>
          <tr>
            <th>{t('packets')}</th>
            {counts.map((count) => (
              <th key={count}>{t(`packets_${count}`)}</th>
            ))}
            <th>{t('jitter')}</th>
          </tr>
        </thead>
        <tbody>
          {counted.map(({ side, figures }) => (
            <SideRow key={side} label={t(`packetsOf_${side}`)} figures={figures} />
          ))}
        </tbody>
      </table>
      {!quality.agent && <small>{t('notReported')}</small>}
    </>
  );
}

function SideRow({ label, figures }: { label: string; figures: LineQuality }) {
  const t = useTexts(callsTexts);
  return (
    <tr>
      <th scope="row">{label}</th>
      {counts.map((count) => (
        <td key={count}>{figures[count]?.toLocaleString('en') ?? '–'}</td>
      ))}
      <td>{t('jitterOf', { ms: Math.round(figures.jitterMs) })}</td>
    </tr>
  );
}
