import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './side-panel.module.css';
import { type PanelWidth, panelWidths } from './use-panel-width.ts';

const keyStepPx = 20;

/** The resize handle of the side panel, moved by dragging or with the arrow keys. */
export function PanelEdge({ px, resize }: PanelWidth) {
  const t = useTexts(whyTexts);
  const begun = useRef<{ x: number; px: number }>(undefined);
  const widthAt = (event: PointerEvent) => {
    const from = begun.current ?? { x: event.clientX, px };
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    return from.px + (from.x - event.clientX) * (isRightToLeft ? -1 : 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? keyStepPx : event.key === 'ArrowRight' ? -keyStepPx : 0;
    if (by === 0) return;
    event.preventDefault();
    resize(px + by, true);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no line in a text
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('panelWidth')}
      aria-valuemin={panelWidths.least}
      aria-valuemax={panelWidths.most}
      aria-valuenow={px}
      tabIndex={0}
      className={styles['edge']}
      onKeyDown={onKeyDown}
      onDoubleClick={() => resize(panelWidths.first, true)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        begun.current = { x: event.clientX, px };
      }}
      onPointerMove={(event) => begun.current && resize(widthAt(event), false)}
      onPointerUp={(event) => {
        if (begun.current) resize(widthAt(event), true);
        begun.current = undefined;
      }}
    />
  );
}
