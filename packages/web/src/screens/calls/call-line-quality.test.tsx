import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { applyCallEvent } from '../../features/voice/apply-call-event.ts';
import { emptyCall } from '../../features/voice/call-view.ts';
import { CallLineQuality } from './call-line-quality.tsx';

const cells = (html: string) => [...html.matchAll(/<(?:th|td)(?: [^>]*)?>([^<]*)</g)].map(([, text]) => text);

it('shows what came, was lost and came late of each side, and how unevenly', () => {
  const event = {
    ...({ type: 'line-quality', callId: 'c', seq: 9, at: 9, offsetMs: 9 } as const),
    caller: { received: 12_345, lost: 3, late: 1, jitterMs: 4.4 },
    agent: { received: 900, lost: 0, jitterMs: 12.6 },
  };
  const { quality } = applyCallEvent(emptyCall, event);
  const html = renderToStaticMarkup(<CallLineQuality quality={quality} />);
  expect(cells(html).slice(5)).toEqual([
    ...['Caller', '12,345', '3', '1', '4\u00a0ms'],
    ...['Agent', '900', '0', '–', '13\u00a0ms'],
  ]);
});

it('says of a side that nobody reports about that it is not known, and of none nothing', () => {
  const caller = { received: 1, lost: 0, late: 0, jitterMs: 0 };
  expect(renderToStaticMarkup(<CallLineQuality quality={{ caller }} />)).toContain('does not report');
  expect(renderToStaticMarkup(<CallLineQuality quality={{}} />)).toBe('');
});
