import { type CSSProperties, useEffect, useRef } from 'react';
import type { Levels } from '../../../features/voice/levels.ts';
import styles from './test-panel.module.css';

const steps = Array.from({ length: 14 }, (_, step) => step);

/** How loud the microphone is now, in fourteen steps; for the eye alone. */
export function MicMeter({ levels, isMuted }: { levels: Levels; isMuted: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      const lit = isMuted ? 0 : Math.ceil(Math.min(1, levels.now * 2) * steps.length);
      box.current?.style.setProperty('--lit', String(lit));
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [levels, isMuted]);
  return (
    <div ref={box} className={styles['meter']} aria-hidden>
      {steps.map((step) => (
        <i key={step} style={{ '--step': step } as CSSProperties} />
      ))}
    </div>
  );
}
